//! The depth of two overlapping sets of points by the expanding polytope algorithm (van den Bergen, "Collision
//! Detection in Interactive 3D Environments", 2004, chapter 4). Floats add points of the Minkowski difference (all
//! differences of a point of one set and a point of the other) to a closed surface of triangles until the nearest
//! triangle lies in a face of the difference. Error bounds prove its distance. The height of a point along a vector is
//! its dot product with the vector.

use alloc::vec::Vec;

use transect_exact::arrays::{Few as _, array};
use transect_exact::determinant::{cross, dot, numbers_of};
use transect_exact::double_double::{DoubleDouble, length};
use transect_exact::number::Number;
use transect_exact::unit::U;
use transect_exact::{Side, vector};

use crate::sat::body::{Body, RANGE, along, frame};
use crate::sat::depth::{ACCURATE, NEAR, rounded_depth};
use crate::sat::simplex::Simplex;
use crate::sat::witness::Difference;

// # The proof
//
// The surface is expanded until its nearest triangle lies in a face of the Minkowski difference, up to rounding. Two
// bounds prove the depth. H(w) is the greatest w·(p − q) of a corner p of the first and a corner q of the second shape,
// Rᵢ the sum of the largest magnitudes of both shapes' coordinates on the axis i, and u = 2⁻⁵³.
//
// * Upper bound. The depth is ≤ H(w)/|w| for any direction w, here the normal of the nearest triangle.
// * Lower bound. Let every triangle (a, b, c) have det(a, b, c) > 0 and a plane at a distance ≥ r from the origin. The
//   surface is closed, because triangles are only replaced by others with the same boundary, where an edge and its
//   reverse cancel. So the solid angles of all triangles, seen from the origin, add up to a multiple of 4π. As all are
//   positive, it is not zero, and every ray from the origin meets the surface. The ray along a unit vector w meets it
//   at a point of the Minkowski difference at a distance, and so at a height along w, of at least r. So H(w) ≥ r, and
//   the depth is ≥ r. The surface need not be convex.
//
// | computed in floats | error | bound in the code |
// |---|---:|---:|
// | a corner of a triangle | 6u·Rᵢ | |
// | an edge | 14u·Rᵢ | |
// | a coordinate of the normal | 140u·RᵢRⱼ | |
// | the height det(a, b, c) | below 640u·R₀R₁R₂ | 1024u |
// | the length of the normal | below 450u·(R₀R₁ + R₁R₂ + R₂R₀) | 512u |
//
// If these do not prove that a triangle is far enough, double-doubles give its height h and its normal n with relative
// errors ≤ 2⁻⁴². Let d be the computed upper bound. If h·(1 + 2⁻⁴⁰) ≥ d·|n| for the computed numbers of every such
// triangle, r is at least d·(1 − 2⁻⁴⁰)·(1 − 2⁻⁴⁰). The error of H is also ≤ 2⁻⁴², so the relative error of the depth is
// below 2⁻³⁸.

/// The number 2⁻⁴⁰. Double-doubles prove that a triangle is far enough from the origin if its computed distance, times
/// 1 + 2⁻⁴⁰, is at least the computed depth.
const SLACK: f64 = 1.0 / (1_u64 << 40) as f64;

/// Returns the length and the direction of the least translation of the second shape after which the shapes only touch.
/// `simplex` holds differences of corners that are near the origin, from the proof that the shapes overlap.
///
/// Returns `None` if both shapes have few corners. Then there are so few directions perpendicular to two edges that
/// comparing all of them is faster. Also returns `None` if the shapes are not in space, or if the error bounds do not
/// prove the result.
pub(super) fn least_translation_of_points<const D: usize>(
    shapes: &[Body<'_, D>; 2],
    simplex: &Simplex<D>,
) -> Option<(f64, [f64; D])> {
    let [a, b] = shapes.each_ref().each(Body::corner_count);
    if a.max(b) <= FEW {
        return None;
    }
    let mut surface = Surface::begin(shapes, simplex)?;
    let nearest = surface.expand()?;
    surface.depth_at(&nearest)
}

/// The relation of two shapes, proved with triangles whose corners are in their Minkowski difference.
pub(super) enum Found {
    Overlapping,
    /// The shapes are apart. Both vectors are perpendicular to the triangle nearest to the origin, up to rounding. They
    /// have different lengths, and so different rounding errors.
    Apart([[f64; 3]; 2]),
}

/// Returns the relation of two shapes in space that nearly touch, if the error bounds prove it. `simplex` holds
/// differences of corners that are near the origin.
#[cold]
#[inline(never)]
pub(super) fn relation_of_near<const D: usize>(
    shapes: &[Body<'_, D>; 2],
    simplex: &Simplex<D>,
) -> Option<Found> {
    let mut surface = Surface::begin(shapes, simplex)?;
    let nearest = surface.expand()?;
    surface.relation_at(&nearest)
}

/// The number of corners up to which a shape has so few edges that all directions perpendicular to two edges are
/// compared.
const FEW: usize = 8;

/// A difference p − q of corners of both shapes: the indices of p and q, and its rounded place.
#[derive(Clone, Copy)]
struct Vertex {
    place: [f64; 3],
    pair: [usize; 2],
}

/// A triangle of the surface, with the indices of its corners counter-clockwise as seen from outside.
#[derive(Clone, Copy)]
struct Triangle {
    corners: [usize; 3],
    /// The rounded cross product of two edges. It points outward.
    normal: [f64; 3],
    /// The rounded dot product of `normal` and a corner.
    height: f64,
    /// The square of the length of `normal`.
    squared: f64,
    /// The square of the distance of the triangle's plane from the origin; negative if the origin is on the outer side
    /// of this plane.
    distance: f64,
}

/// A closed surface of triangles. Each corner of a triangle is a difference of corners of the two shapes.
struct Surface<'a, const D: usize> {
    shapes: &'a [Body<'a, D>; 2],
    /// The point to which the coordinates of both shapes are relative.
    origin: [f64; D],
    /// For each axis, the sum of the largest magnitudes of coordinates of both shapes, relative to `origin`.
    reach: [f64; 3],
    vertices: Vec<Vertex>,
    triangles: Vec<Triangle>,
}

impl<'a, const D: usize> Surface<'a, D> {
    /// Begins with a tetrahedron that contains the origin or nearly touches it. Returns `None` if the shapes are not in
    /// space, or if their coordinates are too large or too small for the error bounds.
    fn begin(shapes: &'a [Body<'a, D>; 2], simplex: &Simplex<D>) -> Option<Self> {
        let (origin, reach) = frame(&shapes.each_ref().each(Body::bounds))?;
        if D != 3 || !reach.iter().all(|reach| RANGE.contains(reach)) {
            return None;
        }
        let vertices = simplex.points().iter().zip(simplex.pairs());
        let mut surface = Self {
            shapes,
            origin,
            reach,
            vertices: Vec::with_capacity(16),
            triangles: Vec::with_capacity(32),
        };
        surface
            .vertices
            .extend(vertices.map(|(&place, &pair)| Vertex { place, pair }));
        // The search may have ended with fewer than four points, for example where the shapes only touch.
        while surface.vertices.len() < 4 {
            surface.add_beside()?;
        }
        surface.enclose()?;
        Some(surface)
    }

    /// Adds a vertex to one to three vertices: the difference of corners that is farthest from their plane, or from a
    /// plane through their line or point.
    fn add_beside(&mut self) -> Option<()> {
        let place = |vertex: &Vertex| vertex.place;
        let direction = match &self.vertices[..] {
            [] => return None,
            [a] => a.place.each(|c| -c),
            [a, b] => {
                let step = vector::sub(&place(b), &place(a));
                // Any plane through the line would do. With the axis on which the step is shortest, the cross product
                // is far from zero.
                let least = |a: &usize, b: &usize| step[*a].abs().total_cmp(&step[*b].abs());
                let mut unit = [0.0; 3];
                unit[(0..3).min_by(least)?] = 1.0;
                vector::cross(&step, &unit)
            }
            [a, b, c, ..] => vector::cross(
                &vector::sub(&place(b), &place(a)),
                &vector::sub(&place(c), &place(a)),
            ),
        };
        let level = vector::dot(&direction, &self.vertices[0].place);
        let ends = [direction, direction.each(|c| -c)].each(|axis| self.farthest(&axis));
        let [above, below] = [ends[0].1 - level, ends[1].1 + level];
        self.vertices.push(ends[usize::from(below > above)].0);
        Some(())
    }

    /// Adds the triangles of the tetrahedron of the first four vertices.
    fn enclose(&mut self) -> Option<()> {
        let &[a, b, c, d] = &self.vertices[..] else {
            return None;
        };
        let step = |to: Vertex| vector::sub(&to.place, &a.place);
        let volume = vector::dot(&vector::cross(&step(b), &step(c)), &step(d));
        if volume < 0.0 {
            self.vertices.swap(1, 2);
        }
        for corners in [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]] {
            self.add_triangle(corners)?;
        }
        Some(())
    }

    /// Adds points to the surface until its nearest triangle lies in a face of the Minkowski difference, up to
    /// rounding. Returns this triangle.
    ///
    /// Each step but the last adds a pair of corners that the surface does not have yet, and the number of pairs is
    /// finite, so the loop ends. Two hulls of 20 random points need about ten steps, and two concentric balls of 3000
    /// points about a thousand.
    fn expand(&mut self) -> Option<Triangle> {
        loop {
            let nearer = |a: Triangle, b: &Triangle| if b.distance < a.distance { *b } else { a };
            let (&first, others) = self.triangles.split_first()?;
            let nearest = others.iter().fold(first, nearer);
            let (vertex, height) = self.farthest(&nearest.normal);
            // A rise within the rounding errors of heights is no progress. Nor is a pair that the surface has: only
            // rounding makes it look higher than its triangles.
            let margin = 16.0 * U * along::<3>(&nearest.normal.each(f64::abs), &self.reach);
            let is_known = self.vertices.iter().any(|known| known.pair == vertex.pair);
            if height - nearest.height <= margin || is_known {
                return Some(nearest);
            }
            self.expand_to(vertex)?;
        }
    }

    /// Returns the difference p − q of corners that is farthest in a direction, and its height along the direction.
    fn farthest(&self, direction: &[f64; 3]) -> (Vertex, f64) {
        let [a, b] = self.shapes;
        let p = a.extreme(&self.origin, direction);
        let q = b.extreme(&self.origin, &direction.each(|c| -c));
        let vertex = Vertex {
            place: array(|axis| p.place[axis] - q.place[axis]),
            pair: [p.index, q.index],
        };
        (vertex, p.height + q.height)
    }

    /// Removes the triangles that have a point on their outer side, and adds triangles that connect the border of the
    /// gap with the point. The border has the edges of the removed triangles, except those whose reverse is also such
    /// an edge. So the surface stays closed, whatever triangles are removed.
    fn expand_to(&mut self, vertex: Vertex) -> Option<()> {
        let mut border: Vec<[usize; 2]> = Vec::with_capacity(16);
        self.triangles.retain(|triangle| {
            let is_kept = vector::dot(&triangle.normal, &vertex.place) <= triangle.height;
            if !is_kept {
                let [a, b, c] = triangle.corners;
                for edge in [[a, b], [b, c], [c, a]] {
                    let reverse = [edge[1], edge[0]];
                    match border.iter().position(|&other| other == reverse) {
                        Some(place) => {
                            border.swap_remove(place);
                        }
                        None => border.push(edge),
                    }
                }
            }
            is_kept
        });
        let apex = self.vertices.len();
        self.vertices.push(vertex);
        for [from, to] in border {
            self.add_triangle([from, to, apex])?;
        }
        Some(())
    }

    /// Adds a triangle. Returns `None` if its corners are on one line, or if a number is not finite.
    fn add_triangle(&mut self, corners: [usize; 3]) -> Option<()> {
        let [a, b, c] = corners.each(|corner| &self.vertices[corner].place);
        let normal = vector::cross(&vector::sub(b, a), &vector::sub(c, a));
        let (height, squared) = (vector::dot(&normal, a), vector::dot(&normal, &normal));
        // The square keeps the sign of the height. So a triangle with the origin on its outer side is the nearest, and
        // is replaced first.
        let distance = height * height.abs() / squared;
        self.triangles.push(Triangle {
            corners,
            normal,
            height,
            squared,
            distance,
        });
        // The triangle may stay in the list: if it is refused, the whole surface is given up.
        (squared > 0.0 && distance.is_finite()).then_some(())
    }

    /// Returns the depth along the normal of a triangle and the unit vector of the normal, if it is proved that no
    /// direction gives a depth that is less by more than a relative difference of 2⁻³⁹.
    fn depth_at(&self, nearest: &Triangle) -> Option<(f64, [f64; D])> {
        let (normal, height) = self.face(nearest)?;
        let size = length(&normal);
        let is_accurate = height.error <= NEAR * height.high;
        if !(is_accurate && height.high > 1e-250 && size.high > 1e-250) {
            return None;
        }
        let depth = rounded_depth(&height, &size);
        let axis = array(|k| normal[k].high / size.high + 0.0);
        self.encloses_ball(depth).then_some((depth, axis))
    }

    /// Returns the relation of the shapes. They are apart if all of the Minkowski difference is certainly behind the
    /// plane that is parallel to a triangle and contains the origin. They overlap if the surface certainly encloses the
    /// origin.
    fn relation_at(&self, nearest: &Triangle) -> Option<Found> {
        let (normal, height) = self.face(nearest)?;
        match height.sign()? {
            Side::Back => {
                let scaled = |factor| {
                    normal
                        .each_ref()
                        .each(|c| (c.high * factor) + c.low * factor)
                };
                Some(Found::Apart([1.0, 1.5].each(scaled)))
            }
            Side::On => None,
            Side::Front => self.encloses_ball(0.0).then_some(Found::Overlapping),
        }
    }

    /// Returns the normal of a triangle, and the greatest height of a difference of corners along it. Returns `None` if
    /// the normal has a relative error above 2⁻⁶⁰.
    fn face(&self, triangle: &Triangle) -> Option<([DoubleDouble; 3], DoubleDouble)> {
        let corners = self.corners(triangle);
        let normal = normal(&corners);
        let most = ACCURATE * largest(&normal);
        if !normal.iter().all(|c| c.error <= most) {
            return None;
        }
        let own = dot(&normal, &corners[0]);
        let height = self.greatest_height(triangle, &normal, own);
        Some((normal, height))
    }

    /// Returns `true` if the surface certainly encloses the ball around the origin with this radius, up to a relative
    /// difference of 2⁻³⁹.
    fn encloses_ball(&self, radius: f64) -> bool {
        let [of_height, of_size] = self.errors();
        let is_far = |triangle: &Triangle| {
            // Floats prove this for most triangles. Double-doubles take longer, and are left the others.
            let size = libm::sqrt(triangle.squared);
            triangle.height > of_height + radius * (size + of_size)
                || self.is_certainly_far(triangle, radius)
        };
        self.triangles.iter().all(is_far)
    }

    /// Returns bounds on the errors of the height and of the length of the normal of any triangle: 1024u·R₀R₁R₂ and
    /// 512u·(R₀R₁ + R₁R₂ + R₂R₀), with u = 2⁻⁵³ and the numbers Rᵢ in `reach`.
    fn errors(&self) -> [f64; 2] {
        let [x, y, z] = self.reach;
        [
            1024.0 * U * (x * y * z),
            512.0 * U * (x * y + y * z + z * x),
        ]
    }

    /// Returns the corners of a triangle as double-doubles.
    fn corners(&self, triangle: &Triangle) -> [[DoubleDouble; 3]; 3] {
        triangle.corners.each(|corner| {
            let [p, q] = self.vertices[corner].pair;
            self.step([0, p], [1, q])
        })
    }

    /// Returns the vector to a corner from another corner. Each corner is given by the index of its shape and by its
    /// own index.
    fn step(&self, to: [usize; 2], from: [usize; 2]) -> [DoubleDouble; 3] {
        let corners = [to, from].each(|[shape, corner]| self.shapes[shape].corner(corner));
        Difference { corners }.vector()
    }

    /// Returns the greatest height of a difference of corners along the normal of a triangle. `own` is the height of
    /// the triangle's first corner.
    ///
    /// In floats, a height has an error of less than 12u·L·ΣRᵢ, where L is the largest magnitude of the normal's
    /// coordinates, u = 2⁻⁵³, and Rᵢ are the numbers in `reach`. So a corner that is more than 32u·L·ΣRᵢ below the
    /// highest corner is not the highest one. Double-doubles compare the others.
    fn greatest_height(
        &self,
        triangle: &Triangle,
        normal: &[DoubleDouble; 3],
        own: DoubleDouble,
    ) -> DoubleDouble {
        let margin = 32.0 * U * largest(normal) * (self.reach[0] + self.reach[1] + self.reach[2]);
        let pair = self.vertices[triangle.corners[0]].pair;
        let mut height = own;
        for shape in 0..2 {
            let sign = [1.0, -1.0][shape];
            let direction = normal.each_ref().each(|c| sign * c.high);
            // The triangle's own corner has the rise zero, exactly.
            let mut most = DoubleDouble::of(0.0);
            for corner in self.shapes[shape].near_top(&self.origin, &direction, margin) {
                if corner == pair[shape] {
                    continue;
                }
                let rise = dot(normal, &self.step([shape, corner], [shape, pair[shape]]));
                // A lower corner of the second shape makes the difference higher.
                let rise = if shape == 0 { rise } else { rise.negated() };
                // Any of the compared corners may truly be the highest, so the largest of their errors counts.
                let error = most.error.max(rise.error);
                if (rise.high, rise.low) > (most.high, most.low) {
                    most = rise;
                }
                most.error = error;
            }
            height = height.plus(&most);
        }
        height
    }

    /// Returns `true` if double-doubles prove that the distance of a triangle's plane from the origin is at least
    /// `depth`, up to a relative difference of 2⁻³⁹, and that the origin is on its inner side.
    fn is_certainly_far(&self, triangle: &Triangle, depth: f64) -> bool {
        let corners = self.corners(triangle);
        let normal = normal(&corners);
        let height = dot(&normal, &corners[0]);
        let size = length(&normal).high;
        let error: f64 = normal.iter().map(|c| c.error).sum();
        height.error <= NEAR * height.high
            && error <= NEAR * size
            && height.high > 0.0
            && height.high * (1.0 + SLACK) >= depth * size
    }
}

/// Returns the largest magnitude of a coordinate.
fn largest(vector: &[DoubleDouble; 3]) -> f64 {
    vector.iter().fold(0.0, |most, c| most.max(c.high.abs()))
}

/// Returns the cross product of two edges of a triangle.
fn normal([a, b, c]: &[[DoubleDouble; 3]; 3]) -> [DoubleDouble; 3] {
    let step = |to: &[DoubleDouble; 3]| numbers_of(|axis| to[axis].minus(&a[axis]));
    cross(&step(b), &step(c))
}
