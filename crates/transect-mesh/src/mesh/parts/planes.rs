//! The planes of a cut as sets of points: each plane once, in an order that does not depend on the order in which they
//! are given.

use alloc::boxed::Box;
use alloc::vec::Vec;

use transect::{CuttingPlane, Extent, Plane};
use transect_exact::Side;

use crate::mesh::exact_place::Space;
use crate::mesh::indexed::Mesh;
use crate::mesh::trace::Trace;

/// The planes of a cut, each once.
pub(super) struct Planes<'m> {
    /// The planes, each oriented so that the first nonzero coefficient of its normal is positive.
    pub(super) cutters: Vec<CuttingPlane>,
    /// For each plane, its contact with the mesh.
    pub(super) contacts: Vec<Contact<'m>>,
    /// The given planes.
    pub(super) given: Vec<Given>,
}

/// The contact of a plane with a mesh.
pub(super) enum Contact<'m> {
    /// The mesh lies on this side, or only touches the plane. A mesh in the plane counts as in front.
    Whole(Side),
    /// The mesh has vertices on both sides.
    Meets(Box<Trace<'m>>),
}

impl<'m> Contact<'m> {
    pub(super) fn trace(&self) -> Option<&Trace<'m>> {
        match self {
            Self::Whole(_) => None,
            Self::Meets(trace) => Some(trace),
        }
    }
}

/// A given plane.
#[derive(Clone, Copy)]
pub(super) struct Given {
    /// The index of the plane with the same points.
    pub(super) plane: u32,
    /// `true` if the front of the given plane is the back of that plane.
    pub(super) is_turned: bool,
}

impl Given {
    /// Returns the side of the given plane that is this side of the stored plane, or the other way round.
    pub(super) fn side(self, side: Side) -> Side {
        if self.is_turned { -side } else { side }
    }
}

impl<'m> Planes<'m> {
    /// Returns one plane, with its trace.
    pub(super) fn one(trace: Trace<'m>, plane: &CuttingPlane) -> Self {
        let is_turned = trace.flipped;
        Self {
            cutters: alloc::vec![if is_turned { plane.flipped() } else { *plane }],
            contacts: alloc::vec![Contact::Meets(Box::new(trace))],
            given: alloc::vec![Given {
                plane: 0,
                is_turned
            }],
        }
    }

    /// Returns the trace of [`Planes::one`].
    pub(super) fn into_trace(self) -> Box<Trace<'m>> {
        match self.contacts.into_iter().next() {
            Some(Contact::Meets(trace)) => trace,
            _ => unreachable!("one plane with its trace"),
        }
    }

    /// Returns the plane with a given index, by coefficients, with its front where it was given.
    pub(super) fn as_given(&self, given: usize) -> Plane {
        let own = self.given[given];
        let plane = *self.cutters[own.plane as usize].plane();
        if own.is_turned {
            plane.flipped()
        } else {
            plane
        }
    }

    pub(super) fn of(mesh: &'m Mesh, given: &[CuttingPlane], extents: &[Extent]) -> Self {
        let turned = |plane: &CuttingPlane| {
            let normal = plane.plane().normal();
            normal.into_iter().find(|&c| c != 0.0) < Some(0.0)
        };
        let mut sorted: Vec<(usize, bool, CuttingPlane)> = given
            .iter()
            .enumerate()
            .map(|(index, plane)| {
                if turned(plane) {
                    (index, true, plane.flipped())
                } else {
                    (index, false, *plane)
                }
            })
            .collect();
        sorted.sort_by_cached_key(|(_, _, plane)| key(plane));
        let mut planes = Self {
            cutters: Vec::new(),
            contacts: Vec::new(),
            given: alloc::vec![Given { plane: 0, is_turned: false }; given.len()],
        };
        for (index, is_turned, plane) in sorted {
            // The new plane is compared with the others as the last in the list, and stays there if it differs from them.
            let last = planes.cutters.len() as u32;
            planes.cutters.push(plane);
            let space = Space {
                positions: &[],
                cutters: &planes.cutters,
            };
            let equal = (0..last).find(|&number| space.is_same([number, last]));
            let agrees = equal.is_none_or(|number| space.agree([number, last]));
            if equal.is_some() {
                planes.cutters.pop();
            } else {
                let front = if is_turned { Side::Back } else { Side::Front };
                planes
                    .contacts
                    .push(contact(mesh, &plane, extents[index], front));
            }
            let number = equal.unwrap_or(last);
            planes.given[index] = Given {
                plane: number,
                is_turned: is_turned == agrees,
            };
        }
        planes
    }
}

/// Returns how a plane meets a mesh. `extent` is that of the given plane, whose front is the side `front` of `plane`.
fn contact<'m>(mesh: &'m Mesh, plane: &CuttingPlane, extent: Extent, front: Side) -> Contact<'m> {
    match whole_side(extent) {
        None => Contact::Meets(Box::new(Trace::new(mesh, plane))),
        Some(Side::Back) => Contact::Whole(-front),
        Some(_) => Contact::Whole(front),
    }
}

/// Returns the side of a plane on which a mesh with this extent lies, or `None` if it has vertices on both sides. A mesh in the
/// plane counts as in front.
pub(super) fn whole_side(extent: Extent) -> Option<Side> {
    match (extent.backmost, extent.frontmost) {
        (Side::Back, Side::Front) => None,
        (Side::Back, _) => Some(Side::Back),
        _ => Some(Side::Front),
    }
}

/// Returns numbers by which planes are ordered: the rounded coefficients, and then the numbers by which they are given.
fn key(plane: &CuttingPlane) -> Vec<u64> {
    let coefficients: [f64; 4] = (*plane.plane()).into();
    let points = plane.points().into_iter().flatten().flatten();
    let normal = plane.point_and_normal().into_iter().flatten().flatten();
    let numbers = coefficients.into_iter().chain(points).chain(normal);
    numbers.map(|number| (number + 0.0).to_bits()).collect()
}
