//! The section of a mesh by a plane: oriented, nested loops with their areas and lengths.

use alloc::vec::Vec;

use crate::cutter::Cutter;
use crate::frame::Frame;
use crate::mesh::cap::fill_loops;
use crate::mesh::chain::{Limit, Loops, loops};
use crate::mesh::indexed::Mesh;
use crate::mesh::nesting::{nest, polygons};
use crate::mesh::trace::{Node, Trace};
use crate::plane::Plane;
use crate::predicates::determinant::difference;
use crate::predicates::double_double::{self, DoubleDouble};
use crate::predicates::polynomial::Number;
use crate::shadow::{Shadow, doubled_area};
use crate::side::Side;
use crate::vector::{cross, dominant_axis, length};

/// The section of a mesh: the intersection of its material with the plane, as a limit from one side.
///
/// Loops run counter-clockwise around material and clockwise around holes, seen from the front.
/// If no vertex lies in the plane, the limits from both sides are equal. If faces lie in the plane, they differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The nested loops.
    pub loops: Vec<SectionLoop>,
    /// The open polylines of the section. They start and end at open edges of the mesh.
    pub open_chains: Vec<Vec<[f64; 3]>>,
    /// The coordinate frame in the plane. It maps points to two coordinates and back.
    pub frame: Frame,
}

/// A closed loop of a section.
#[derive(Clone, Debug, PartialEq)]
pub struct SectionLoop {
    /// The points, in order. The last point is joined to the first.
    pub points: Vec<[f64; 3]>,
    /// The signed area, rounded: positive if the loop runs counter-clockwise seen from the front.
    pub area: f64,
    /// The index of the smallest loop around this loop, or `None` if no loop is around it.
    pub parent: Option<usize>,
    /// `true` if the loop bounds a hole: material outside and no material inside (nonzero winding rule).
    pub is_hole: bool,
}

impl SectionLoop {
    /// Returns the length of the loop, computed in double-doubles and rounded.
    #[must_use]
    pub fn perimeter(&self) -> f64 {
        let last = self.points.last().into_iter();
        last.chain(&self.points)
            .zip(&self.points)
            .map(|(from, to)| double_double::length(&difference(to, from)))
            .fold(DoubleDouble::of(0.0), |sum, length| sum.plus(&length))
            .high
    }
}

/// The section of a mesh as the plane is approached from behind and as it is approached from the front.
#[derive(Clone, Debug, PartialEq)]
pub struct Sections {
    /// The limit from behind: points on the plane count as in front.
    pub on_front: Section,
    /// The limit from the front: points on the plane count as behind. `None` if both limits are equal.
    on_back: Option<Section>,
}

impl Sections {
    /// Returns the limit in which points on the plane count as lying on `side`. `On` means the same as `Front`.
    #[must_use]
    pub fn counting_on_as(&self, side: Side) -> &Section {
        match (side, &self.on_back) {
            (Side::Back, Some(section)) => section,
            _ => &self.on_front,
        }
    }

    /// Returns `true` if the two limits differ. They can differ if faces or edges of the mesh lie in the plane.
    /// They can also differ if loops meet at a vertex in the plane in one limit, but are separate in the other limit.
    #[must_use]
    pub fn differ(&self) -> bool {
        self.on_back.is_some()
    }
}

impl Mesh {
    /// Returns the section of this mesh by a plane: the limit from behind,
    /// where points on the plane count as in front. [`Mesh::sections`] returns the other limit as well.
    ///
    /// ```
    /// use transect::{Plane, mesh::{Mesh, RawMesh}};
    /// # let positions = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// # let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let tetrahedron = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let section = tetrahedron.section(&"z = 2".parse::<Plane>()?);
    /// assert_eq!(section.loops.len(), 1);
    /// assert_eq!(section.area(), 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn section(&self, cutter: &impl Cutter) -> Section {
        section(&Trace::new(self, cutter), cutter.measuring_plane())
    }

    /// Returns the section by a plane as a limit from behind and as a limit from the front.
    ///
    /// ```
    /// use transect::{Plane, Side, mesh::{Mesh, RawMesh}};
    /// # let positions = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(f64::from)).collect();
    /// # let triangles = vec![
    /// #     [0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
    /// #     [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5],
    /// # ];
    /// let cube = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// // In the top face: material just behind, none just in front.
    /// let sections = cube.sections(&"z = 1".parse::<Plane>()?);
    /// assert!(sections.differ());
    /// assert_eq!(sections.counting_on_as(Side::Front).area(), 1.0);
    /// assert_eq!(sections.counting_on_as(Side::Back).area(), 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn sections(&self, cutter: &impl Cutter) -> Sections {
        sections(&Trace::new(self, cutter), cutter.measuring_plane())
    }
}

/// Returns the regions whose boundaries are the two limits of the section:
/// first with points on the plane counted as in front, then counted as behind.
fn limits(trace: &Trace<'_>) -> [Limit; 2] {
    if trace.flipped {
        [Limit::InFront, Limit::Behind]
    } else {
        [Limit::Behind, Limit::InFront]
    }
}

/// Returns the section in which points on the plane count as in front, oriented as in [`sections`].
pub(super) fn section(trace: &Trace<'_>, plane: &Plane) -> Section {
    Section::of(trace, plane, limits(trace)[0])
}

/// Returns the section in which points on the plane count as lying on `on_as`, seen from the front of `plane`.
pub(super) fn section_counting(trace: &Trace<'_>, plane: &Plane, on_as: Side) -> Section {
    let [front, back] = limits(trace);
    Section::of(trace, plane, if on_as == Side::Back { back } else { front })
}

/// Returns both one-sided limits of the section, seen from the front of `plane`.
pub(super) fn sections(trace: &Trace<'_>, plane: &Plane) -> Sections {
    let [front, back] = limits(trace);
    let on_front = Section::of(trace, plane, front);
    let [_, on, _] = trace.counts;
    let on_back = (on > 0)
        .then(|| Section::of(trace, plane, back))
        .filter(|section| *section != on_front);
    Sections { on_front, on_back }
}

impl Section {
    fn of(trace: &Trace<'_>, plane: &Plane, limit: Limit) -> Self {
        let Loops { closed, mut open } = loops(trace, limit);
        // Loops are measured and nested as seen from the canonical side, which does not change if the plane is flipped.
        // So a flipped plane gives the same bits.
        let normal = trace.plane.normal();
        let shadow = Shadow::of(&normal);
        let stretch = length(&normal) / normal[dominant_axis(&normal)].abs();
        let points =
            |walk: &[Node]| -> Vec<_> { walk.iter().map(|&n| trace.position(n)).collect() };
        let shadows: Vec<Vec<[f64; 2]>> = closed
            .iter()
            .map(|walk| {
                walk.iter()
                    .map(|&n| shadow.project(&trace.position(n)))
                    .collect()
            })
            .collect();
        let parents = nest(&shadows);
        let mut section = Self {
            loops: Vec::with_capacity(closed.len()),
            open_chains: Vec::with_capacity(open.len()),
            frame: Frame::of(plane),
        };
        for (index, walk) in closed.iter().enumerate() {
            section.loops.push(SectionLoop {
                points: points(walk),
                area: stretch * (0.5 * doubled_area(&shadows[index])),
                parent: parents[index],
                is_hole: false,
            });
        }
        section.find_holes();
        if trace.flipped {
            section.loops.iter_mut().for_each(|l| l.points.reverse());
            open.iter_mut().for_each(|walk| walk.reverse());
        }
        section
            .open_chains
            .extend(open.iter().map(|walk| points(walk)));
        section
    }

    /// Sets `is_hole` for every loop.
    fn find_holes(&mut self) {
        let winding = |mut index: Option<usize>| {
            let mut winding = 0;
            while let Some(outer) = index {
                winding += if self.loops[outer].area < 0.0 { -1 } else { 1 };
                index = self.loops[outer].parent;
            }
            winding
        };
        let holes: Vec<bool> = (0..self.loops.len())
            .map(|index| winding(self.loops[index].parent) != 0 && winding(Some(index)) == 0)
            .collect();
        for (section_loop, is_hole) in self.loops.iter_mut().zip(holes) {
            section_loop.is_hole = is_hole;
        }
    }

    /// Returns the area of the material: the sum of the loops' signed areas, rounded.
    #[must_use]
    pub fn area(&self) -> f64 {
        self.loops.iter().fold(0.0, |sum, l| sum + l.area)
    }

    /// Returns the length of all closed loops, rounded.
    #[must_use]
    pub fn perimeter(&self) -> f64 {
        self.loops.iter().fold(0.0, |sum, l| sum + l.perimeter())
    }

    /// Returns the points of a loop in the coordinates of the section's frame, with the frame's rounding.
    ///
    /// ```
    /// use transect::{Plane, mesh::{Mesh, RawMesh}};
    /// # let positions = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(f64::from)).collect();
    /// # let triangles = vec![
    /// #     [0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
    /// #     [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5],
    /// # ];
    /// let cube = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let section = cube.section(&"z = 0.5".parse::<Plane>()?);
    /// assert_eq!(section.frame.names(), ["x", "y"]);
    /// assert!(section.loop_2d(0).contains(&[1.0, 1.0]));
    /// assert_eq!(section.loops[0].perimeter(), 4.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn loop_2d(&self, index: usize) -> Vec<[f64; 2]> {
        self.loops[index]
            .points
            .iter()
            .map(|p| self.frame.to_2d(p))
            .collect()
    }

    /// Returns the polygons of the section: each counter-clockwise loop with its holes, matched like brackets.
    /// The polygons of overlapping bodies overlap. The signed areas of all loops add up to the area of the section.
    #[must_use]
    pub fn polygons(&self) -> Vec<(usize, Vec<usize>)> {
        let parents: Vec<Option<usize>> = self.loops.iter().map(|l| l.parent).collect();
        let is_outer: Vec<bool> = self.loops.iter().map(|l| l.area >= 0.0).collect();
        polygons(&parents, &is_outer)
    }

    /// Returns triangles that fill the section.
    /// Their corners are indices into the points of all loops, one loop after the other.
    /// Edge by edge, the boundary of the triangles equals the loops, as for a cap; this is verified.
    ///
    /// ```
    /// use transect::{Plane, mesh::{Mesh, RawMesh}};
    /// # let positions = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// # let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let tetrahedron = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let section = tetrahedron.section(&"z = 2".parse::<Plane>()?);
    /// assert_eq!((section.loops[0].points.len(), section.triangles().len()), (3, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn triangles(&self) -> Vec<[u32; 3]> {
        let normal = cross(&self.frame.u, &self.frame.v);
        let loops = self.loops.iter().map(|section_loop| &section_loop.points);
        fill_loops(loops, &Shadow::of(&normal))
    }
}
