//! The extents and the intervals of spheres relative to a plane that is kept in the form in which it was given.

use transect_exact::Side;
use transect_exact::determinant::dot;
use transect_exact::number::Number;
use transect_exact::polynomial::{Polynomial, digits};
use transect_exact::rounded::rounded;
use transect_exact::wide::Wide;

use crate::kept_plane::{ExtentThrough, Form, IntervalThrough, KeptPlane, Rounding};
use crate::predicates::ends::FloatReach;
use crate::predicates::radial::{Radial, Reach, Slope, length_of};
use crate::shape::Shape as _;
use crate::side::{Extent, Interval};
use crate::sphere::Sphere;

/// The value n·p + d has degree 3 at most. So its square and the square of the reach r·|n| have degree 6 at most.
const DIGITS: usize = digits(6);

impl<const D: usize> ExtentThrough<D> for Sphere<D> {
    fn extent_through(&self, plane: &impl KeptPlane<D>) -> Extent {
        let kept = plane.kept();
        if kept.rounding() == Rounding::Nothing {
            return self.extent(kept.plane());
        }
        float_extent(self, plane)
            .unwrap_or_else(|| seen_from(self, &Exact(plane)).extent::<DIGITS>())
    }
}

impl<const D: usize> IntervalThrough<D> for Sphere<D> {
    fn interval_through(&self, plane: &impl KeptPlane<D>) -> Interval {
        let kept = plane.kept();
        if kept.rounding() == Rounding::Nothing {
            return self.interval(kept.plane());
        }
        seen_from(self, &Exact(plane)).interval::<DIGITS>()
    }
}

/// Returns the extent of a sphere if floats decide it.
///
/// The value at the center lies between two bounds, and the reach r·|n| differs from its float by at most 4u times the
/// float, where u = 2⁻⁵³. Rounding the normal adds a relative error of u, and each sum below rounds to the right sign.
fn float_extent<const D: usize>(sphere: &Sphere<D>, plane: &impl KeptPlane<D>) -> Option<Extent> {
    let kept = plane.kept();
    let Rounding::Coefficients { magnitude, .. } = kept.rounding() else {
        return None;
    };
    if !magnitude.is_finite() {
        return None;
    }
    let [low, high] = kept.enclosure(&sphere.center());
    let [least, greatest] =
        FloatReach::of_ball(&kept.plane().normal(), sphere.radius())?.enclosure()?;
    let side = |[low, high]: [f64; 2]| {
        if low > 0.0 {
            Some(Side::Front)
        } else if high < 0.0 {
            Some(Side::Back)
        } else {
            None
        }
    };
    Some(Extent {
        backmost: side([low - greatest, high - least])?,
        frontmost: side([low + least, high + greatest])?,
    })
}

/// The exact function n·p + d of a plane.
struct Exact<'a, P>(&'a P);

impl<P: KeptPlane<D>, const D: usize> Slope<D> for Exact<'_, P> {
    fn at<N: Number>(&self, point: &[f64; D]) -> N {
        let form = self.0.kept().form();
        let value: N = form.unflipped_value(point);
        if form.is_flipped() {
            N::of(0.0).minus(&value)
        } else {
            value
        }
    }

    fn side_of(&self, point: &[f64; D]) -> Side {
        self.0.kept().side_of_point(point)
    }

    fn length(&self) -> Wide {
        match self.0.kept().form().float_normal() {
            Some(normal) => length_of(&normal),
            None => rounded::<{ digits(4) }>(&SquaredNormal(self.0.kept().form())).sqrt(),
        }
    }
}

/// The polynomial |n|², which has degree 4 at most.
struct SquaredNormal<'a, F, const D: usize>(&'a F);

impl<F: Form<D>, const D: usize> Polynomial for SquaredNormal<'_, F, D> {
    fn evaluate<N: Number>(&self) -> N {
        let (normal, _) = self.0.coefficients::<N>();
        dot(&normal, &normal)
    }
}

/// The squared reach r²·|n|² of a ball with radius r.
struct BallReach<'a, F, const D: usize> {
    form: &'a F,
    radius: f64,
}

impl<F: Form<D>, const D: usize> Reach for BallReach<'_, F, D> {
    fn numerator<N: Number>(&self) -> N {
        let radius = N::of(self.radius);
        SquaredNormal(self.form)
            .evaluate::<N>()
            .times(&radius.times(&radius))
    }
}

fn seen_from<'a, P: KeptPlane<D>, const D: usize>(
    sphere: &'a Sphere<D>,
    plane: &'a Exact<'a, P>,
) -> Radial<'a, D, BallReach<'a, P::Form, D>, Exact<'a, P>> {
    Radial {
        form: plane,
        center: sphere.center_ref(),
        reach: BallReach {
            form: plane.0.kept().form(),
            radius: sphere.radius(),
        },
    }
}
