//! Chords of triangles. Floats decide in 3D, unless the line passes near an edge or lies near the plane of the
//! triangle.

use alloc::vec::Vec;
use core::cmp::Ordering;

use transect_exact::Side;
use transect_exact::arrays::array;
use transect_exact::unit::U;
use transect_exact::vector::{cross, dot, sub};

use crate::chord::bodies::LEAST_PRODUCT;
use crate::chord::track::Track;
use crate::chord::{Chord, Convex, Course, corners};
use crate::clip::LinePart;
use crate::triangle::Triangle;

impl<const D: usize> LinePart<D> {
    /// Returns the exact order, along the line, of the points in which it enters two triangles. `None` if the whole line
    /// misses one of them; the ends of a ray or segment are not regarded.
    ///
    /// The parameters of chords are rounded, so those of two triangles may be equal although one triangle comes first.
    ///
    /// ```
    /// use core::cmp::Ordering;
    /// use transect::{LinePart, Ray, Triangle};
    /// let level = |z: f64| Triangle::new([[-1.0, -1.0, z], [2.0, -1.0, z], [-1.0, 2.0, z]]);
    /// let (near, far) = (level(1.5)?, level(1.5_f64.next_up())?);
    /// let ray = Ray::new([0.0, 0.0, 0.0], [0.1, 0.1, 0.7])?;
    /// assert_eq!(LinePart::Ray(ray).order_of_entries([&near, &far]), Some(Ordering::Less));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn order_of_entries(&self, triangles: [&Triangle<D>; 2]) -> Option<Ordering> {
        let track = Track::of(self);
        if track.is_point() {
            return None;
        }
        corners::order_of_entries(triangles, &track)
    }
}

impl<const D: usize> Convex<D> for Triangle<D> {
    type Face = Vec<usize>;

    fn chord_of(&self, line: &LinePart<D>) -> Chord<Vec<usize>> {
        let track = Track::of(line);
        let turns = Turns::of(self, &track.course);
        if turns.is_some_and(|turns| turns.cross(&track)) {
            let whole = || Some(Vec::from([0, 1, 2]));
            return Chord::Point {
                t: corners::parameter(self, &track),
                faces: [whole(), whole()],
            };
        }
        let chord = corners::chord(self, &track, |_| true);
        chord.map(|simplex| simplex.corners().to_vec())
    }

    #[inline]
    fn is_certainly_missed_by(&self, course: &Course<D>) -> bool {
        Turns::of(self, course).is_some_and(|turns| turns.miss(course))
    }
}

/// The signed volumes of a triangle in 3D and a line, in floats with bounds on their errors.
///
/// With the vectors a, b, c from the origin of the line to the corners, the line passes on one side of the edge from a
/// to b if v·(a × b) is positive. It crosses the triangle if the signs for all edges are equal, at t = a·(b × c)/Σ v·(a
/// × b). Each triple product is a sum of six products of three numbers, with an error below 64u times the product of
/// the sums of the vectors' coordinates.
struct Turns {
    turns: [f64; 3],
    errors: [f64; 3],
    volume: f64,
    volume_error: f64,
}

impl Turns {
    #[inline]
    fn of<const D: usize>(triangle: &Triangle<D>, course: &Course<D>) -> Option<Self> {
        if D != 3 {
            return None;
        }
        let point = |point: &[f64; D]| -> [f64; 3] { array(|axis| point[axis]) };
        let origin = point(&course.origin);
        let v = point(&course.direction);
        let [a, b, c] = triangle
            .corners()
            .map(|corner| sub(&point(&corner), &origin));
        let size = |[x, y, z]: &[f64; 3]| x.abs() + y.abs() + z.abs();
        let [v_size, a_size, b_size, c_size] = [&v, &a, &b, &c].map(size);
        let bc = cross(&b, &c);
        let turns = [
            dot(&v, &bc),
            dot(&v, &cross(&c, &a)),
            dot(&v, &cross(&a, &b)),
        ];
        let errors = [b_size * c_size, c_size * a_size, a_size * b_size];
        // Products that have underflown do not matter for such numbers.
        (v_size + a_size + b_size + c_size < 1e80).then(|| Self {
            turns,
            errors: errors.map(|size| 64.0 * U * v_size * size + LEAST_PRODUCT),
            volume: dot(&a, &bc),
            volume_error: 64.0 * U * a_size * b_size * c_size + LEAST_PRODUCT,
        })
    }

    /// Returns `true` if the line certainly passes beside the triangle, or the triangle is behind the start.
    #[inline]
    fn miss<const D: usize>(&self, course: &Course<D>) -> bool {
        let is_positive = [0, 1, 2].map(|edge| self.turns[edge] > self.errors[edge]);
        let is_negative = [0, 1, 2].map(|edge| self.turns[edge] < -self.errors[edge]);
        if is_positive.contains(&true) && is_negative.contains(&true) {
            return true;
        }
        course.least == 0.0
            && (is_positive == [true; 3] && self.volume < -self.volume_error
                || is_negative == [true; 3] && self.volume > self.volume_error)
    }

    /// Returns `true` if a line, ray or segment certainly crosses the interior of the triangle, strictly between its
    /// ends.
    fn cross<const D: usize>(&self, track: &Track<D>) -> bool {
        let sign = Side::of_nonzero(self.turns[0]);
        let is_inside = |edge: usize| {
            self.turns[edge].abs() > self.errors[edge] && Side::of_nonzero(self.turns[edge]) == sign
        };
        if self.turns[0] == 0.0 || !(0..3).all(is_inside) {
            return false;
        }
        let below: f64 = self.turns.iter().sum();
        let below_error = self.errors.iter().sum::<f64>() + 4.0 * U * below.abs();
        let t = self.volume / below;
        let growth = below.abs() - below_error;
        let error = 1.01 * (self.volume_error + t.abs() * below_error) / growth + 4.0 * U * t.abs();
        let is_after_start = !track.has_start() || t - error > 0.0;
        let is_before_end = !track.has_end() || t + error < 1.0;
        growth > 0.0 && is_after_start && is_before_end
    }
}
