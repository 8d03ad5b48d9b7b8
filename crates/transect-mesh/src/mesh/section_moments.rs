//! The centroid, the second moments and the principal axes of sections, with bounds on their errors.

use transect_exact::arrays::Few as _;
use transect_exact::unit::{SMALLEST, U};
use transect_exact::vector::{add, dot, length, scale, sub};

use crate::mesh::measure::Sum;
use crate::mesh::section::Section;

/// A factor that covers the rounding errors in a sum of non-negative bounds.
const SLACK: f64 = 1.0 + 1e-6;

/// The area, the centroid, the second moments and the principal axes of a section.
///
/// Coordinates u and v are measured from the centroid along the axes of the section's frame. The bounds on errors are for
/// the loops as they are, with rounded points.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SectionMoments {
    /// The area ∫ dA, rounded.
    pub area: f64,
    /// A bound on the error of the area.
    pub area_error: f64,
    /// The centroid: a point of the plane, rounded.
    pub centroid: [f64; 3],
    /// A bound on the distance of the point from the centroid.
    pub centroid_error: f64,
    /// The unit vectors in the plane along which u and v are measured.
    pub axes: [[f64; 3]; 2],
    /// The second moments ∫ v² dA about the first axis and ∫ u² dA about the second one, and the product ∫ uv dA.
    pub second: [f64; 3],
    /// A bound on the error of each number in `second`. That of a principal moment is at most twice as large.
    pub second_error: f64,
    /// The principal moments and their axes. `None` if both moments are equal within their errors: then the section has
    /// the same moment about each line of the plane through the centroid, as a square has, or it may have.
    pub principal: Option<PrincipalAxes>,
}

/// The principal axes of a section through its centroid: the product of moments about them is 0.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PrincipalAxes {
    /// The greatest and the least second moment about a line of the plane through the centroid.
    pub moments: [f64; 2],
    /// The unit vectors of these two lines.
    pub axes: [[f64; 3]; 2],
}

impl Section {
    /// Returns the centroid, the second moments and the principal axes of the points that the closed loops wind around.
    /// Points count as often as the loops wind around them: [`Section::inside`] gives the loops that wind once around
    /// the points inside. `None` if the area is not larger than its error.
    ///
    /// ```
    /// use transect::Plane;
    /// use transect_mesh::{Mesh, RawMesh};
    /// # let positions = (0..8).map(|i| [(i & 1) * 6, (i >> 1 & 1) * 2, i >> 2].map(f64::from)).collect();
    /// # let triangles = vec![
    /// #     [0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4],
    /// #     [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5],
    /// # ];
    /// // A beam of 6 × 2: ∫ v² dA = 6 · 2³ / 12 and ∫ u² dA = 2 · 6³ / 12.
    /// let beam = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let moments = beam.section(&"z = 0.5".parse::<Plane>()?).moments().expect("an area");
    /// assert_eq!((moments.area, moments.centroid), (12.0, [3.0, 1.0, 0.5]));
    /// assert_eq!(moments.second, [4.0, 36.0, 0.0]);
    /// let principal = moments.principal.expect("two different moments");
    /// assert_eq!((principal.moments, principal.axes), ([36.0, 4.0], [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "moment of inertia")]
    #[must_use]
    pub fn moments(&self) -> Option<SectionMoments> {
        SectionMoments::of([self].into_iter())
    }
}

impl SectionMoments {
    /// Returns the moments of several sections in one plane together, as [`Section::moments`]. Points in several sections
    /// count several times.
    #[must_use]
    pub fn of<'s>(sections: impl Iterator<Item = &'s Section> + Clone) -> Option<Self> {
        let axes = sections
            .clone()
            .next()
            .map(|own| [own.frame.u(), own.frame.v()])?;
        let loops = || sections.clone().flat_map(|own| &own.loops);
        let middle = middle(loops().flat_map(|own| &own.points), &axes)?;
        Sums::of(loops().map(|own| &*own.points), &middle, &axes).result(&middle, axes)
    }
}

/// Returns a point of the plane near the middle of points of the plane; `None` without points.
fn middle<'p>(
    points: impl Iterator<Item = &'p [f64; 3]> + Clone,
    axes: &[[f64; 3]; 2],
) -> Option<[f64; 3]> {
    let first = *points.clone().next()?;
    let none = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
    let [least, most] = points.fold(none, |[least, most], point| {
        let offset = sub(point, &first);
        let own = axes.each_ref().each(|axis| dot(axis, &offset));
        [
            [0, 1].each(|axis: usize| least[axis].min(own[axis])),
            [0, 1].each(|axis: usize| most[axis].max(own[axis])),
        ]
    });
    let [u, v] = [0, 1].each(|axis: usize| 0.5 * least[axis] + 0.5 * most[axis]);
    Some(add(&first, &add(&scale(&axes[0], u), &scale(&axes[1], v))))
}

/// Integrals over the inside of loops about a point of the plane, by Green's theorem, and their bounds.
struct Sums {
    area: f64,
    /// ∫ u dA and ∫ v dA.
    first: [f64; 2],
    /// ∫ v² dA, ∫ u² dA and ∫ uv dA.
    second: [f64; 3],
    /// Bounds on the errors of `area`, of each number in `first`, and of each number in `second`.
    errors: [f64; 3],
}

impl Sums {
    fn of<'p>(
        loops: impl Iterator<Item = &'p [[f64; 3]]>,
        middle: &[f64; 3],
        axes: &[[f64; 3]; 2],
    ) -> Self {
        let flat = |point: &[f64; 3]| {
            let offset = sub(point, middle);
            axes.each_ref().each(|axis| dot(axis, &offset))
        };
        let (mut doubled, mut first, mut second) =
            (Sum::default(), [Sum::default(); 2], [Sum::default(); 3]);
        let (mut radius, mut around, mut count) = (0.0_f64, 0.0, 0.0);
        for points in loops {
            let Some(last) = points.last() else { continue };
            let mut from = flat(last);
            for point in points {
                let to = flat(point);
                let ([a, b], [c, d]) = (from, to);
                let (run, rise) = (c - a, d - b);
                // The cross product of the ends, from one end and the edge, whose error is that of a short edge.
                let turn = a * rise - b * run;
                doubled.add(turn);
                first[0].add(turn * (a + c));
                first[1].add(turn * (b + d));
                second[0].add(turn * (b * b + b * d + d * d));
                second[1].add(turn * (a * a + a * c + c * c));
                second[2].add(turn * (a * (2.0 * b + d) + c * (b + 2.0 * d)));
                radius = radius.max(length(&sub(point, middle)));
                around += length(&[run, rise, 0.0]);
                count += 1.0;
                from = to;
            }
        }
        let [area, first, second] = [
            [doubled.total() / 2.0, 0.0, 0.0],
            [first[0].total() / 6.0, first[1].total() / 6.0, 0.0],
            [
                second[0].total() / 12.0,
                second[1].total() / 12.0,
                second[2].total() / 24.0,
            ],
        ];
        // Rounding moves each point by at most 16u times the radius, which changes an integral by at most the way times
        // the perimeter times a power of the radius. The terms and their sums add less than as much.
        let rounding = count * U;
        let relative = SLACK * (32.0 * U + rounding * rounding) * around;
        let below_floats = SMALLEST * (16.0 + count);
        Self {
            area: area[0],
            first: [first[0], first[1]],
            second,
            errors: [1, 2, 3].each(|power| {
                let size = (0..power).fold(1.0, |product, _| product * radius);
                let beyond = (0..power).fold(1.0, |product, _| product * (1.0 + radius));
                SLACK * relative * size + below_floats * beyond
            }),
        }
    }

    /// Returns the moments about the centroid, if the area is larger than its error.
    fn result(&self, middle: &[f64; 3], axes: [[f64; 3]; 2]) -> Option<SectionMoments> {
        let Self {
            area,
            first,
            second,
            errors: [area_error, first_error, second_error],
        } = *self;
        let certain = area.abs() - area_error;
        // If the computation overflowed, `certain` may be NaN.
        if certain.is_nan() || certain <= 0.0 {
            return None;
        }
        let [u, v] = first.each(|own| own / area);
        let farthest = u.abs().max(v.abs());
        let offset_error =
            SLACK * ((first_error + farthest * area_error) / certain + 2.0 * U * farthest);
        let way = add(&scale(&axes[0], u), &scale(&axes[1], v));
        let centroid = add(middle, &way);
        let moved = [
            second[0] - first[1] * v,
            second[1] - first[0] * u,
            second[2] - first[0] * v,
        ];
        // |∫ u dA · v̄| is off by at most 2·(farthest · first_error) + farthest² · area_error, and rounded twice.
        let size = moved.iter().fold(0.0_f64, |most, own| most.max(own.abs()));
        let rest = farthest * (2.0 * first_error + farthest * area_error);
        let rounding = 4.0 * U * (size + area.abs() * farthest * farthest);
        let second_error = SLACK * (second_error + 2.0 * rest + rounding) + SMALLEST;
        let largest = centroid
            .iter()
            .fold(0.0_f64, |most, own| most.max(own.abs()));
        Some(SectionMoments {
            area,
            area_error,
            centroid,
            centroid_error: SLACK * 2.0 * (offset_error + 2.0 * U * (largest + farthest))
                + SMALLEST,
            axes,
            second: moved,
            second_error,
            principal: principal(moved, second_error, &axes),
        })
    }
}

/// Returns the principal axes of second moments; `None` if both principal moments are equal within their errors.
fn principal(
    [about_u, about_v, product]: [f64; 3],
    error: f64,
    axes: &[[f64; 3]; 2],
) -> Option<PrincipalAxes> {
    let middle = 0.5 * about_u + 0.5 * about_v;
    let half = 0.5 * about_u - 0.5 * about_v;
    // The moment about the line at the angle t to the first axis is middle + half · cos 2t − product · sin 2t.
    let radius = length(&[half, product, 0.0]);
    if radius.is_nan() || radius <= 2.0 * error {
        return None;
    }
    // cos 2t = half / radius and sin 2t = −product / radius, by the half angle whose cosine or sine is not small.
    let (cos, sin) = (half / radius, -product / radius);
    let [c, s] = if cos >= 0.0 {
        let c = libm::sqrt(0.5 * (1.0 + cos));
        [c, sin / (2.0 * c)]
    } else {
        let s = libm::sqrt(0.5 * (1.0 - cos));
        [sin / (2.0 * s), s]
    };
    let line = |c: f64, s: f64| add(&scale(&axes[0], c), &scale(&axes[1], s));
    Some(PrincipalAxes {
        moments: [middle + radius, middle - radius],
        axes: [line(c, s), line(-s, c)],
    })
}
