//! A simplex of up to four points, and its point that is nearest to the origin. Finding this point is one step of the
//! algorithm of Gilbert, Johnson and Keerthi (van den Bergen, "Collision Detection in Interactive 3D Environments",
//! 2004, chapter 4). All numbers are rounded; the module `search` proves what it concludes from them.

use transect_exact::arrays::{Few as _, array};
use transect_exact::vector::{cross, dot, sub};

use crate::sat::body::along;

/// A simplex of one to four points. Each point is a difference p − q of corners of two shapes; `pairs` holds the
/// indices of p and q. In 2D, the third coordinates are zero.
#[derive(Clone, Copy)]
pub(super) struct Simplex<const D: usize> {
    points: [[f64; 3]; 4],
    pairs: [[usize; 2]; 4],
    count: usize,
}

/// The position of the origin relative to a simplex.
pub(super) enum Nearest {
    /// The simplex seems to contain the origin: a triangle in 2D, a tetrahedron in 3D.
    Inside,
    /// The direction from the simplex's nearest point to the origin. Only the points that span the simplex's part
    /// around the nearest point have been kept.
    Toward([f64; 3]),
}

/// A part of the simplex (a point, a segment or a triangle) that contains the simplex's point nearest to the origin.
struct Part {
    /// A bit mask of the simplex's points that span this part.
    points: u8,
    toward: [f64; 3],
    squared_distance: f64,
}

impl<const D: usize> Simplex<D> {
    pub(super) const fn new() -> Self {
        Self {
            points: [[0.0; 3]; 4],
            pairs: [[0; 2]; 4],
            count: 0,
        }
    }

    pub(super) fn points(&self) -> &[[f64; 3]] {
        &self.points[..self.count]
    }

    pub(super) fn pairs(&self) -> &[[usize; 2]] {
        &self.pairs[..self.count]
    }

    /// Returns the newest point.
    pub(super) fn newest(&self) -> &[f64; 3] {
        &self.points[self.count - 1]
    }

    /// Adds a point. If the simplex already has four points, nothing changes.
    pub(super) fn push(&mut self, point: [f64; 3], pair: [usize; 2]) {
        if self.count < 4 {
            self.points[self.count] = point;
            self.pairs[self.count] = pair;
            self.count += 1;
        }
    }

    /// Finds the point of the simplex nearest to the origin, and keeps only the points of the simplex that span the
    /// part around it.
    #[inline]
    pub(super) fn reduce(&mut self) -> Nearest {
        let part = match self.count {
            1 => self.point(0),
            2 => self.segment(1, 0),
            3 => match self.triangle(2, 1, 0) {
                Some(part) => part,
                None => return Nearest::Inside,
            },
            _ => match self.tetrahedron() {
                Some(part) => part,
                None => return Nearest::Inside,
            },
        };
        self.keep(part.points);
        Nearest::Toward(part.toward)
    }

    fn keep(&mut self, bits: u8) {
        let mut kept = 0;
        for place in 0..self.count {
            if bits >> place & 1 == 1 {
                self.points[kept] = self.points[place];
                self.pairs[kept] = self.pairs[place];
                kept += 1;
            }
        }
        self.count = kept;
    }

    #[inline]
    fn point(&self, a: usize) -> Part {
        let toward = self.points[a].each(|c| -c);
        Part {
            points: 1 << a,
            toward,
            squared_distance: along::<D>(&toward, &toward),
        }
    }

    #[inline]
    fn segment(&self, a: usize, b: usize) -> Part {
        let [p, q] = [&self.points[a], &self.points[b]];
        let step = sub(q, p);
        let (done, all) = (-along::<D>(&step, p), along::<D>(&step, &step));
        if done <= 0.0 {
            self.point(a)
        } else if done >= all {
            self.point(b)
        } else {
            let t = done / all;
            let toward = array(|axis| -(p[axis] + t * step[axis]));
            Part {
                points: 1 << a | 1 << b,
                toward,
                squared_distance: along::<D>(&toward, &toward),
            }
        }
    }

    /// Returns the part of a triangle that is nearest to the origin. In 2D, returns `None` if the triangle contains the
    /// origin.
    #[inline]
    fn triangle(&self, a: usize, b: usize, c: usize) -> Option<Part> {
        let [p, q, r] = [&self.points[a], &self.points[b], &self.points[c]];
        let (to_q, to_r) = (sub(q, p), sub(r, p));
        let [d1, d2] = [-along::<D>(&to_q, p), -along::<D>(&to_r, p)];
        let [d3, d4] = [-along::<D>(&to_q, q), -along::<D>(&to_r, q)];
        let [d5, d6] = [-along::<D>(&to_q, r), -along::<D>(&to_r, r)];
        let [of_p, of_q, of_r] = [d3 * d6 - d5 * d4, d5 * d2 - d1 * d6, d1 * d4 - d3 * d2];
        if of_p > 0.0 && of_q > 0.0 && of_r > 0.0 {
            if D == 2 {
                return None;
            }
            let normal = cross(&to_q, &to_r);
            let height = dot(&normal, p);
            let sign = if height > 0.0 { -1.0 } else { 1.0 };
            return Some(Part {
                points: 1 << a | 1 << b | 1 << c,
                toward: normal.each(|c| sign * c),
                squared_distance: height * height / dot(&normal, &normal),
            });
        }
        let mut best: Option<Part> = None;
        for (weight, ends) in [(of_r, [a, b]), (of_q, [a, c]), (of_p, [b, c])] {
            // A positive weight means that the origin is on the inner side of the edge, which is then skipped. If the
            // weights are NaN, no edge is skipped.
            if weight > 0.0 {
                continue;
            }
            let part = self.segment(ends[0], ends[1]);
            if best
                .as_ref()
                .is_none_or(|best| part.squared_distance < best.squared_distance)
            {
                best = Some(part);
            }
        }
        Some(best.unwrap_or_else(|| self.segment(a, b)))
    }

    /// Returns the part nearest to the origin among the three faces at the newest point. Returns `None` if the origin
    /// is on the inner side of all three faces.
    #[inline]
    fn tetrahedron(&self) -> Option<Part> {
        let newest = &self.points[3];
        let mut best: Option<Part> = None;
        for [b, c, opposite] in [[2, 1, 0], [2, 0, 1], [1, 0, 2]] {
            let normal = cross(&sub(&self.points[b], newest), &sub(&self.points[c], newest));
            let inner = dot(&normal, &sub(&self.points[opposite], newest));
            let origin = -dot(&normal, newest);
            if inner * origin > 0.0 {
                continue;
            }
            if let Some(part) = self.triangle(3, b, c)
                && best
                    .as_ref()
                    .is_none_or(|best| part.squared_distance < best.squared_distance)
            {
                best = Some(part);
            }
        }
        best
    }

    /// Returns a vector that is perpendicular to the segment between two points, or `None` if the simplex does not have
    /// two points.
    pub(super) fn across(&self) -> Option<[f64; 3]> {
        if self.count != 2 {
            return None;
        }
        let step = sub(&self.points[1], &self.points[0]);
        let mut unit = [0.0; 3];
        if D == 2 {
            unit[2] = 1.0;
        } else {
            let least = |a: &usize, b: &usize| step[*a].abs().total_cmp(&step[*b].abs());
            unit[(0..3).min_by(least).unwrap_or_default()] = 1.0;
        }
        Some(cross(&step, &unit))
    }

    /// Returns `true` if the simplex, a triangle in 2D or a tetrahedron in 3D, certainly contains the origin. `bound`
    /// bounds the errors of determinants of D points.
    #[inline]
    pub(super) fn holds_origin(&self, bound: f64) -> bool {
        let [a, b, c, d] = &self.points;
        let signs = if D == 2 {
            let minor = |p: &[f64; 3], q: &[f64; 3]| p[0] * q[1] - p[1] * q[0];
            [minor(b, c), minor(c, a), minor(a, b), minor(a, b)]
        } else {
            let (of_cd, of_ab) = (cross(c, d), cross(a, b));
            [
                dot(b, &of_cd),
                -dot(a, &of_cd),
                dot(d, &of_ab),
                -dot(c, &of_ab),
            ]
        };
        self.count == D + 1
            && (signs.iter().all(|&sign| sign > bound) || signs.iter().all(|&sign| sign < -bound))
    }
}
