//! The points of a section that are inside, by a rule.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cmp::Ordering;

use transect::Shadow;
use transect::polygons::{InsideRule, Polygons, have_contact};
use transect_exact::vector::cross;

use crate::mesh::section::Section;

/// The points of a section that are inside by a rule.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Inside<'s> {
    /// The section whose loops are the boundary of the points inside: these wind once around them, and not at all
    /// around others. It is the given section if its loops do so.
    pub section: Cow<'s, Section>,
    /// The largest distance of a vertex from the given loops, along the two axes that the shadow of the plane keeps: 0
    /// unless loops cross.
    pub displacement: f64,
}

impl Inside<'_> {
    /// Returns `true` if the boundary differs from the loops of the given section.
    #[must_use]
    pub const fn differs(&self) -> bool {
        matches!(self.section, Cow::Owned(_))
    }
}

impl Section {
    /// Returns the boundary of the points that are inside by a rule: bodies that overlap are united or cut out of each
    /// other, and bodies that are inside out are material. Its area and its perimeter are those of the points inside.
    /// Open chains stay as they are.
    ///
    /// All decisions are exact. Where loops cross, all points of the section are rounded to a grid (see
    /// [`Polygons`]). If the loops wind once and have no common points, the section itself is returned.
    ///
    /// ```
    /// use transect::polygons::InsideRule;
    /// use transect_mesh::{Mesh, RawMesh};
    /// let corners = |from: f64, to: f64| [[from; 3], [to, from, from], [from, to, from], [from, from, to]];
    /// let positions = [corners(0.0, 16.0), corners(1.0, 3.0)].concat();
    /// let outward = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let triangles = [outward, outward.map(|triangle| triangle.map(|corner| corner + 4))].concat();
    /// let nested = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let section = nested.section(&"z = 2".parse::<transect::Plane>()?);
    /// let area = |rule| section.inside(rule).section.area();
    /// assert_eq!(section.area(), 98.0 + 0.5);
    /// assert_eq!([area(InsideRule::Nonzero), area(InsideRule::Odd)], [98.0, 97.5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn inside(&self, rule: InsideRule) -> Inside<'_> {
        let whole = || Inside {
            section: Cow::Borrowed(self),
            displacement: 0.0,
        };
        let normal = cross(&self.frame.u(), &self.frame.v());
        let shadow = Shadow::of_normal(&normal);
        let loops = self.loops.iter().map(|own| &own.points);
        let wide = loops.clone().filter(|points| points.len() > 2);
        let rings: Vec<Vec<[f64; 2]>> = wide
            .clone()
            .map(|points| points.iter().map(|point| plain(&shadow, point)).collect())
            .collect();
        if self.winds_once() && !have_contact(&rings) {
            return whole();
        }
        let found = Polygons::of(&rings, rule);
        if found.winds_once {
            return whole();
        }
        let lift = Lift::of(self, shadow, normal, wide.flatten());
        let rings = found.polygons.iter().flatten();
        let closed = rings.map(|ring| ring.iter().map(|point| lift.point(point)).collect());
        let flat = loops.filter(|points| points.len() <= 2).cloned();
        let mut section = Self::of_loops(&normal, closed.chain(flat).collect(), self.frame);
        section.open_chains.clone_from(&self.open_chains);
        Inside {
            section: Cow::Owned(section),
            displacement: found.displacement,
        }
    }
}

/// Returns the two kept coordinates of a point, without −0.
fn plain(shadow: &Shadow, point: &[f64; 3]) -> [f64; 2] {
    shadow.cast(point).map(|coordinate| coordinate + 0.0)
}

/// The way back from a shadow to the plane.
struct Lift {
    /// The points of the loops, with their shadows, sorted.
    known: Vec<([f64; 2], [f64; 3])>,
    origin: [f64; 3],
    normal: [f64; 3],
    axes: [usize; 2],
}

impl Lift {
    fn of<'p>(
        section: &Section,
        shadow: Shadow,
        normal: [f64; 3],
        points: impl Iterator<Item = &'p [f64; 3]>,
    ) -> Self {
        let mut known: Vec<_> = points
            .map(|point| (plain(&shadow, point), *point))
            .collect();
        known.sort_unstable_by(|(a, _), (b, _)| order(a, b));
        Self {
            known,
            origin: section.frame.origin(),
            normal,
            axes: shadow.axes(),
        }
    }

    /// Returns the point of the plane with this shadow: a point of a loop, if it has the shadow.
    fn point(&self, shadow: &[f64; 2]) -> [f64; 3] {
        let place = self
            .known
            .partition_point(|(own, _)| order(own, shadow).is_lt());
        if let Some((_, point)) = self.known.get(place).filter(|(own, _)| own == shadow) {
            return *point;
        }
        let [first, second] = self.axes;
        let last = 3 - first - second;
        let mut point = self.origin;
        [point[first], point[second]] = *shadow;
        let rise = self.normal[first] * (shadow[0] - self.origin[first])
            + self.normal[second] * (shadow[1] - self.origin[second]);
        point[last] -= rise / self.normal[last];
        point
    }
}

fn order(a: &[f64; 2], b: &[f64; 2]) -> Ordering {
    a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1]))
}
