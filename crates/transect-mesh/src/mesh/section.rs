//! The section of a mesh by a plane: oriented, nested loops, with their areas and lengths.

use alloc::vec::Vec;

use transect::{Cutter, Frame, Plane, Shadow};
use transect_exact::determinant::difference;
use transect_exact::double_double::DoubleDouble;
use transect_exact::number::Number;
use transect_exact::vector::{cross, dominant_axis, length};
use transect_exact::{Side, double_double};

use crate::mesh::area::doubled_area;
use crate::mesh::chain::{Limit, Loops, loops};
use crate::mesh::fill_loops::fill_loops;
use crate::mesh::indexed::Mesh;
use crate::mesh::nesting::{nest, polygons};
use crate::mesh::trace::{Node, Trace};

/// The section of a mesh: the intersection of its material (the solid that the mesh encloses) with the plane, as a
/// one-sided limit. A one-sided limit is the intersection with a parallel plane that approaches the plane, either from
/// behind or from the front.
///
/// Seen from the front, loops run counter-clockwise around material and clockwise around holes. If no vertex lies in
/// the plane, the limit from behind equals the limit from the front. If faces of the mesh lie in the plane, the two
/// limits differ.
#[cfg_attr(
    feature = "serde_1",
    derive(serde_1::Serialize, serde_1::Deserialize),
    serde(crate = "serde_1", deny_unknown_fields)
)]
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The closed loops of the section. Each of them has the index of the smallest loop around it.
    pub loops: Vec<SectionLoop>,
    /// The open polylines of the section. They start and end at open edges of the mesh.
    pub open_chains: Vec<Vec<[f64; 3]>>,
    /// The coordinate frame of the plane, which maps its points to two coordinates and back.
    pub frame: Frame,
}

/// A closed loop of a section.
#[cfg_attr(
    feature = "serde_1",
    derive(serde_1::Serialize, serde_1::Deserialize),
    serde(crate = "serde_1", deny_unknown_fields)
)]
#[derive(Clone, Debug, PartialEq)]
pub struct SectionLoop {
    /// The points of the loop, in order. The last point is joined to the first.
    pub points: Vec<[f64; 3]>,
    /// The signed area, rounded. It is positive if the loop runs counter-clockwise as seen from the front.
    pub area: f64,
    /// The index of the smallest loop around this loop, or `None` if no loop is around it.
    pub parent: Option<usize>,
    /// `true` if the loop bounds a hole: there is material just outside the loop and none just inside, by the nonzero
    /// winding rule.
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

/// The section of a mesh as two one-sided limits: as the plane is approached from behind, and as it is approached from
/// the front.
#[cfg_attr(
    feature = "serde_1",
    derive(serde_1::Serialize, serde_1::Deserialize),
    serde(crate = "serde_1", deny_unknown_fields)
)]
#[derive(Clone, Debug, PartialEq)]
pub struct Sections {
    /// The section as the plane is approached from behind: points on the plane count as in front.
    pub on_front: Section,
    /// The section as the plane is approached from the front: points on the plane count as behind. `None` if it equals
    /// the section as the plane is approached from behind.
    on_back: Option<Section>,
}

impl Sections {
    /// Joins the two one-sided limits of a section. `on_back` may be `None` if the limits are equal.
    pub(super) fn new(on_front: Section, on_back: Option<Section>) -> Self {
        let on_back = on_back.filter(|section| *section != on_front);
        Self { on_front, on_back }
    }

    /// Returns the one-sided limit of the section in which points on the plane count as lying on `side`. For `On`, the
    /// result is the same as for `Front`.
    #[must_use]
    pub fn counting_on_as(&self, side: Side) -> &Section {
        match (side, &self.on_back) {
            (Side::Back, Some(section)) => section,
            _ => &self.on_front,
        }
    }

    /// Returns `true` if the section as the plane is approached from behind differs from the section as it is
    /// approached from the front. The two can differ if faces or edges of the mesh lie in the plane. They can also
    /// differ if loops meet at a vertex in the plane in one section, but are separate in the other.
    #[must_use]
    pub fn differ(&self) -> bool {
        self.on_back.is_some()
    }
}

impl Mesh {
    /// Returns the section of this mesh as the plane is approached from behind, so that points on the plane count as in
    /// front. [`Mesh::sections`] also returns the section as the plane is approached from the front.
    ///
    /// ```
    /// use transect::Plane;
    /// use transect_mesh::{Mesh, RawMesh};
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

    /// Returns both one-sided limits of the section: as the plane is approached from behind, and as it is approached
    /// from the front.
    ///
    /// ```
    /// use transect::{Plane, Side};
    /// use transect_mesh::{Mesh, RawMesh};
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

/// Returns the two one-sided limits of the section, named as seen from the canonical side of the trace (see [`Trace`]).
/// In the first limit, points on the plane count as in front; in the second, as behind.
fn limits(trace: &Trace<'_>) -> [Limit; 2] {
    if trace.flipped {
        [Limit::InFront, Limit::Behind]
    } else {
        [Limit::Behind, Limit::InFront]
    }
}

/// Returns the section in which points on the plane count as in front. Loops are oriented as seen from the front of
/// `plane`.
pub(super) fn section(trace: &Trace<'_>, plane: &Plane) -> Section {
    Section::of(trace, plane, limits(trace)[0])
}

/// Returns the section in which points on the plane count as lying on `on_as`. Loops are oriented as seen from the
/// front of `plane`.
pub(super) fn section_counting(trace: &Trace<'_>, plane: &Plane, on_as: Side) -> Section {
    let [front, back] = limits(trace);
    Section::of(trace, plane, if on_as == Side::Back { back } else { front })
}

/// Returns both one-sided limits of the section: as the plane is approached from behind and from the front. Loops are
/// oriented as seen from the front of `plane`.
pub(super) fn sections(trace: &Trace<'_>, plane: &Plane) -> Sections {
    let [front, back] = limits(trace);
    let on_front = Section::of(trace, plane, front);
    let [_, on, _] = trace.counts;
    let on_back = (on > 0).then(|| Section::of(trace, plane, back));
    Sections::new(on_front, on_back)
}

impl Section {
    fn of(trace: &Trace<'_>, plane: &Plane, limit: Limit) -> Self {
        let Loops { closed, open } = loops(trace, limit);
        let points = |walks: &[Vec<Node>]| -> Vec<Vec<[f64; 3]>> {
            let points = |walk: &Vec<Node>| walk.iter().map(|&n| trace.position(n)).collect();
            walks.iter().map(points).collect()
        };
        Self::of_walks(plane, &trace.plane, points(&closed), points(&open))
    }

    /// Returns the section by `plane` with the loops `closed` and the open polylines `open`. Loops and polylines must
    /// be oriented as seen from the front of `canonical`, which is `plane` or its flip, whichever has a normal with a
    /// positive first nonzero coefficient.
    pub(super) fn of_walks(
        plane: &Plane,
        canonical: &Plane,
        closed: Vec<Vec<[f64; 3]>>,
        mut open: Vec<Vec<[f64; 3]>>,
    ) -> Self {
        // Loops are measured and nested as seen from the canonical side, the front of the canonical plane. So a plane
        // and its flip give the same bits.
        let normal = canonical.normal();
        let is_flipped = normal != plane.normal();
        let mut section = Self::of_loops(&normal, closed, Frame::of(plane));
        if is_flipped {
            section.loops.iter_mut().for_each(|l| l.points.reverse());
            open.iter_mut().for_each(|walk| walk.reverse());
        }
        section.open_chains = open;
        section
    }

    /// Returns the section with these loops, measured and nested. They must be oriented as seen against `normal`.
    pub(super) fn of_loops(normal: &[f64; 3], closed: Vec<Vec<[f64; 3]>>, frame: Frame) -> Self {
        let shadow = Shadow::of_normal(normal);
        let stretch = length(normal) / normal[dominant_axis(normal)].abs();
        let shadows: Vec<Vec<[f64; 2]>> = closed
            .iter()
            .map(|points| points.iter().map(|point| shadow.cast(point)).collect())
            .collect();
        let areas: Vec<f64> = shadows.iter().map(|points| doubled_area(points)).collect();
        let parents = nest(&shadows, &areas);
        let loops = closed.into_iter().zip(areas).zip(parents);
        let mut section = Self {
            loops: loops
                .map(|((points, doubled), parent)| SectionLoop {
                    points,
                    area: stretch * (0.5 * doubled),
                    parent,
                    is_hole: false,
                })
                .collect(),
            open_chains: Vec::new(),
            frame,
        };
        section.find_holes();
        section
    }

    /// Returns how often the loops wind around the points just inside a loop, by its parents; 0 for no loop.
    fn winding(&self, mut index: Option<usize>) -> i32 {
        let mut winding = 0;
        while let Some(outer) = index {
            winding += if self.loops[outer].area < 0.0 { -1 } else { 1 };
            index = self.loops[outer].parent;
        }
        winding
    }

    /// Sets `is_hole` for every loop of the section.
    fn find_holes(&mut self) {
        let holes: Vec<bool> = (0..self.loops.len())
            .map(|index| {
                self.winding(self.loops[index].parent) != 0 && self.winding(Some(index)) == 0
            })
            .collect();
        for (section_loop, is_hole) in self.loops.iter_mut().zip(holes) {
            section_loop.is_hole = is_hole;
        }
    }

    /// Returns `true` if the loops wind once around the inside of each outline and not at all around holes. Otherwise
    /// bodies lie in each other or are inside out, and [`Section::area`] counts some points several times or as
    /// negative. Loops that cross are not compared here.
    #[must_use]
    pub fn winds_once(&self) -> bool {
        (0..self.loops.len()).all(|index| (0..=1).contains(&self.winding(Some(index))))
    }

    /// Returns the sum of the loops' signed areas, rounded. It is the area of the material if the loops wind once
    /// around it ([`Section::inside`]); else it counts each body as often as its loops wind around a point.
    #[must_use]
    pub fn area(&self) -> f64 {
        self.loops.iter().fold(0.0, |sum, l| sum + l.area)
    }

    /// Returns the total length of all closed loops of the section, rounded.
    #[must_use]
    pub fn perimeter(&self) -> f64 {
        self.loops.iter().fold(0.0, |sum, l| sum + l.perimeter())
    }

    /// Returns the points of a loop in the coordinates of the section's frame, rounded as by [`Frame::to_2d`].
    ///
    /// ```
    /// use transect::Plane;
    /// use transect_mesh::{Mesh, RawMesh};
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

    /// Returns the polygons of the section as loop indices: each outer loop with its holes. On a path from outside to
    /// inside, each hole is matched with the innermost outer loop that the path has crossed and that is not matched
    /// yet, as a closing bracket is matched with an opening one. So the polygons of overlapping bodies overlap. The
    /// signed areas of all loops add up to the area of the section.
    #[must_use]
    pub fn polygons(&self) -> Vec<(usize, Vec<usize>)> {
        let parents: Vec<Option<usize>> = self.loops.iter().map(|l| l.parent).collect();
        let is_outer: Vec<bool> = self.loops.iter().map(|l| l.area >= 0.0).collect();
        polygons(&parents, &is_outer)
    }

    /// Returns triangles that fill the section. Their corners are indices into the points of all loops, one loop after
    /// the other. As for the caps of a cut, the boundary of the triangles is verified to equal the loops, edge by edge.
    ///
    /// ```
    /// use transect::Plane;
    /// use transect_mesh::{Mesh, RawMesh};
    /// # let positions = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// # let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let tetrahedron = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let section = tetrahedron.section(&"z = 2".parse::<Plane>()?);
    /// assert_eq!((section.loops[0].points.len(), section.triangles().len()), (3, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn triangles(&self) -> Vec<[u32; 3]> {
        let normal = cross(&self.frame.u(), &self.frame.v());
        let loops = self.loops.iter().map(|section_loop| &section_loop.points);
        fill_loops(loops, &self.frame, &Shadow::of_normal(&normal))
    }
}
