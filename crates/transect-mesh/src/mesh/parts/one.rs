//! The triangles of the two parts of a mesh that one plane divides. Nothing is stored for each triangle: the sides of its
//! corners say where it belongs.
//!
//! One plane needs no seams and no list of cells. So halves take no more time and memory than by code for one plane
//! alone.

use alloc::vec::Vec;
use core::ops::Range;

use transect_exact::Side;
use transect_exact::arrays::Few as _;

use crate::mesh::parts::cells::Cells;
use crate::mesh::parts::nodes::{Nodes, of_bits};
use crate::mesh::parts::part_builder::PartBuilder;
use crate::mesh::parts::pieces::{Line, Step, add_half, ends_of, whole};
use crate::mesh::parts::planes::{Contact, Planes};
use crate::mesh::trace::{BACK, FRONT, Trace};

/// The triangles of a mesh that one plane divides.
pub(super) struct One<'a, 'm> {
    plane: u32,
    trace: &'a Trace<'m>,
    /// The cells behind the plane and in front of it.
    cells: [u32; 2],
}

impl<'a, 'm> One<'a, 'm> {
    /// Returns the triangles by the only plane that meets the mesh, or `None` if several planes meet it.
    pub(super) fn of(planes: &'a Planes<'m>, cells: &mut Cells) -> Option<Self> {
        let traces = (0..).zip(&planes.contacts);
        let mut traces = traces.filter_map(|(plane, contact)| Some((plane, contact.trace()?)));
        let (plane, trace) = traces.next()?;
        if traces.next().is_some() {
            return None;
        }
        let mut cell = |own: Side| {
            let contacts = planes.contacts.iter().enumerate();
            contacts.fold(0, |cell, (plane, contact)| {
                let side = match contact {
                    Contact::Whole(side) => *side,
                    Contact::Meets(_) => own,
                };
                cells.next(plane, cell, side)
            })
        };
        let cells = [Side::Back, Side::Front].each(&mut cell);
        Some(Self {
            plane,
            trace,
            cells,
        })
    }

    /// Returns `true` if all vertices lie strictly on the side of a cell.
    pub(super) fn is_all(&self, cell: u32) -> bool {
        let [back, _, front] = self.trace.counts;
        let own = self.cells.into_iter().zip([back, front]);
        let all = self.trace.mesh.positions.len();
        own.filter(|(own, _)| *own == cell)
            .any(|(_, count)| count == all)
    }

    /// Returns the number of vertices and of triangles in a cell, or a few more.
    pub(super) fn size(&self, cell: u32) -> [usize; 2] {
        let Trace {
            mesh,
            counts,
            strictly_in_front,
            ..
        } = self.trace;
        let [back, on, front] = *counts;
        let made = self.trace.crossings.len();
        let met = self.trace.contacts.len();
        let sizes = [
            // A mesh without vertices behind has no triangles behind.
            [
                back,
                if back == 0 {
                    0
                } else {
                    mesh.triangles.len() - met - strictly_in_front
                },
            ],
            [front, *strictly_in_front],
        ];
        let own = self
            .cells
            .into_iter()
            .zip(sizes)
            .filter(|(own, _)| *own == cell);
        own.fold([0, 0], |[vertices, triangles], (_, size)| {
            // A triangle that the plane meets has at most two triangles on a side.
            [
                vertices + size[0] + on + made,
                triangles + size[1] + 2 * met,
            ]
        })
    }

    /// Adds the triangles in a cell to its mesh: those of the input in their order, and last the faces in the plane.
    pub(super) fn add(&self, cell: u32, builder: &mut impl PartBuilder, nodes: &Nodes<'_, '_>) {
        for (side, own) in [Side::Back, Side::Front].into_iter().zip(self.cells) {
            if own == cell {
                self.add_side(side, builder, nodes);
            }
        }
    }

    fn add_side(&self, side: Side, builder: &mut impl PartBuilder, nodes: &Nodes<'_, '_>) {
        let Self { trace, .. } = *self;
        let keep = if side == Side::Front { FRONT } else { BACK };
        let triangles = trace.mesh.triangles.as_slice();
        let mut half: Vec<Step> = Vec::with_capacity(4);
        let mut next = 0;
        for &contact in &trace.contacts {
            self.add_apart(next..contact, keep, builder);
            next = contact + 1;
            let corners = triangles[contact as usize];
            let sides = corners.each(|corner| trace.sides[corner as usize]);
            let mask = sides[0] | sides[1] | sides[2];
            if mask & (FRONT | BACK) == keep {
                builder.whole(contact, corners);
            } else if mask & keep != 0 {
                half.clear();
                self.add_half(corners, sides, side, nodes, &mut half);
                builder.piece(contact, &half);
            }
        }
        self.add_apart(next..triangles.len() as u32, keep, builder);
        // The outward normal of a face points away from the material.
        let flat = trace.coplanar.iter().filter(|(_, facing)| *facing == -side);
        for &(index, _) in flat {
            builder.whole(index, triangles[index as usize]);
        }
    }

    /// Adds those of some successive triangles that lie on the side `keep`. Each of them lies strictly on one side, so one
    /// corner says on which.
    fn add_apart(&self, triangles: Range<u32>, keep: u8, builder: &mut impl PartBuilder) {
        let sides = self.trace.sides.as_slice();
        let range = triangles.start as usize..triangles.end as usize;
        for (index, &corners) in triangles.zip(&self.trace.mesh.triangles[range]) {
            if sides[corners[0] as usize] == keep {
                builder.whole(index, corners);
            }
        }
    }

    /// Adds the part of a crossed triangle on a side, as a polygon.
    fn add_half(
        &self,
        corners: [u32; 3],
        sides: [u8; 3],
        side: Side,
        nodes: &Nodes<'_, '_>,
        half: &mut Vec<Step>,
    ) {
        let Self { plane, trace, .. } = *self;
        let sides = sides.each(of_bits);
        add_half(&whole(corners), &sides, side, plane, half, |line| {
            let [from, to] = match line {
                Line::Side(side) => ends_of(corners, side),
                Line::Plane(_) => unreachable!("a triangle has no edge on another plane"),
            };
            nodes.of_crossing(plane, trace.crossing_of(from, to))
        });
    }
}
