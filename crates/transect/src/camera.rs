//! Perspective cameras: position, direction and field of view.

use transect_exact::arrays::Few as _;
use transect_exact::determinant::numbers_of;
use transect_exact::nearest_sum::{nearest_sum, quick_sum};
use transect_exact::vector::{add, cross, length, near_one, scale, sub};
use transect_exact::{Dyadic, PRODUCT_DIGITS};

use crate::coordinates::Coordinates;
use crate::frustum::{Frustum, FrustumError, FrustumSide, in_range};
use crate::plane::Plane;

/// A camera with a perspective view. Its position, direction and angles describe the part of space that it sees, a
/// [`Frustum`].
///
/// ```
/// use transect::{Camera, FrustumSide, Overlap, Sphere};
/// let camera = Camera::looking([0.0, 0.0, 2.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
/// let camera = camera.with_far(Some(100.0));
/// let frustum = camera.frustum()?;
/// assert!(frustum.region().contains(&[0.0, 50.0, 2.0]));
/// assert_eq!(frustum.overlap(&Sphere::new([0.0, -3.0, 2.0], 1.0)?), Overlap::Outside);
/// assert_eq!(frustum.sides().last(), Some(&FrustumSide::Far));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Camera {
    /// The position of the eye, in world coordinates.
    pub position: [f64; 3],
    /// The viewing direction, of any length.
    pub forward: [f64; 3],
    /// A direction that points upwards in the picture, of any length and not parallel to `forward`.
    pub up: [f64; 3],
    /// The angle between the bottom and the top plane of the view, in radians, above 0 and below π. An orthographic
    /// camera does not use it.
    pub vertical_field_of_view: f64,
    /// The height of the picture in world units, above 0, if the camera is orthographic: all lines of sight are
    /// parallel. `None` for a perspective camera.
    pub orthographic_height: Option<f64>,
    /// The width of the picture divided by its height.
    pub aspect: f64,
    /// The distance of the near plane from the eye, above 0. For an orthographic camera, any number: the plane may lie
    /// behind the eye.
    pub near: f64,
    /// The distance of the far plane from the eye, above `near`; `None` for a view to infinity.
    pub far: Option<f64>,
}

impl Camera {
    /// Returns a camera with a vertical and a horizontal field of view of 90°. Its view begins at a distance of 1 and
    /// has no far plane.
    #[must_use]
    #[doc(alias = "look_at")]
    #[doc(alias = "look_to")]
    pub fn looking(
        position: impl Coordinates<3>,
        forward: impl Coordinates<3>,
        up: impl Coordinates<3>,
    ) -> Self {
        Self {
            position: position.coordinates(),
            forward: forward.coordinates(),
            up: up.coordinates(),
            vertical_field_of_view: core::f64::consts::FRAC_PI_2,
            orthographic_height: None,
            aspect: 1.0,
            near: 1.0,
            far: None,
        }
    }

    /// Returns the same camera with another vertical field of view: the angle between the bottom and the top plane, in
    /// radians.
    #[must_use]
    pub const fn with_vertical_field_of_view(self, vertical_field_of_view: f64) -> Self {
        Self {
            vertical_field_of_view,
            ..self
        }
    }

    /// Returns the same camera with this aspect ratio: the width of the picture divided by its height.
    #[must_use]
    pub const fn with_aspect(self, aspect: f64) -> Self {
        Self { aspect, ..self }
    }

    /// Returns the same camera with its near plane at this distance from the eye.
    #[must_use]
    pub const fn with_near(self, near: f64) -> Self {
        Self { near, ..self }
    }

    /// Returns the same camera with parallel lines of sight and a picture of this height, in world units; `None` for a
    /// perspective camera.
    ///
    /// ```
    /// use transect::Camera;
    /// let plan = Camera::looking([0.0, 0.0, 9.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]).with_orthographic_height(Some(4.0));
    /// let frustum = plan.with_aspect(2.0).with_near(0.0).with_far(Some(9.0)).frustum()?;
    /// assert!(frustum.contains(&[4.0, -2.0, 0.0]) && frustum.contains(&[4.0, -2.0, 9.0]));
    /// assert!(!frustum.contains(&[4.0, -2.0_f64.next_up(), 9.0_f64.next_up()]));
    /// # Ok::<(), transect::FrustumError>(())
    /// ```
    #[doc(alias = "orthographic")]
    #[doc(alias = "OrthographicProjection")]
    #[must_use]
    pub const fn with_orthographic_height(self, orthographic_height: Option<f64>) -> Self {
        Self {
            orthographic_height,
            ..self
        }
    }

    /// Returns the same camera with its far plane at this distance from the eye; `None` for a view to infinity.
    #[must_use]
    pub const fn with_far(self, far: Option<f64>) -> Self {
        Self { far, ..self }
    }

    /// Returns the part of space that the camera sees. The coefficients of its planes are rounded; sides and overlaps
    /// are exact for these planes. The right side is in the direction `forward` × `up`; in a left-handed world, left
    /// and right are exchanged.
    ///
    /// ```
    /// use transect::{Camera, FrustumError};
    /// let camera = Camera::looking([0.0; 3], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
    /// assert_eq!(camera.frustum()?.planes().len(), 5); // no far plane
    /// let lying = Camera::looking([0.0; 3], [0.0, 1.0, 0.0], [0.0, 2.0, 0.0]);
    /// assert_eq!(lying.frustum(), Err(FrustumError::UpAlongForward));
    /// # Ok::<(), transect::FrustumError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`FrustumError::OutOfRange`] if a number of the camera is out of its range,
    /// [`FrustumError::UpAlongForward`] if `up` is parallel to `forward`, and [`FrustumError::Overflow`] if a plane is
    /// beyond the range of floats.
    pub fn frustum(&self) -> Result<Frustum, FrustumError> {
        self.check()?;
        let forward = unit(&self.forward);
        let right = unit(&across(&self.forward, &self.up));
        if right == [0.0; 3] {
            return Err(FrustumError::UpAlongForward);
        }
        let up = cross(&right, &forward);
        let half = match self.orthographic_height {
            Some(height) => height / 2.0,
            None => libm::tan(self.vertical_field_of_view / 2.0),
        };
        let mut frustum = Frustum::empty();
        let directions = [(right, half * self.aspect), (up, half)];
        let sides = [
            [FrustumSide::Left, FrustumSide::Right],
            [FrustumSide::Bottom, FrustumSide::Top],
        ];
        for ((across, reach), [low, high]) in directions.into_iter().zip(sides) {
            // A perspective view grows with the distance, an orthographic one does not.
            let (slope, reach) = match self.orthographic_height {
                Some(_) => ([0.0; 3], reach),
                None => (scale(&forward, reach), 0.0),
            };
            frustum.push(low, self.row(low, add(&slope, &across), reach)?)?;
            frustum.push(high, self.row(high, sub(&slope, &across), reach)?)?;
        }
        let near = self.row(FrustumSide::Near, forward, -self.near)?;
        frustum.push(FrustumSide::Near, near)?;
        if let Some(far) = self.far {
            let far = self.row(FrustumSide::Far, scale(&forward, -1.0), far)?;
            frustum.push(FrustumSide::Far, far)?;
        }
        Ok(frustum)
    }

    fn check(&self) -> Result<(), FrustumError> {
        let all_finite = |what: &'static str, numbers: &[f64]| {
            let wrong = numbers.iter().find(|number| !number.is_finite());
            let expected = "a camera needs finite numbers";
            wrong.map_or(Ok(()), |&value| in_range(what, value, false, expected))
        };
        all_finite("the position", &self.position)?;
        all_finite("the forward direction", &self.forward)?;
        all_finite("the up direction", &self.up)?;
        let angle = self.vertical_field_of_view;
        in_range(
            "the vertical field of view",
            angle,
            angle > 0.0 && angle < core::f64::consts::PI,
            "it must be above 0 and below π",
        )?;
        let positive = |value: f64| value > 0.0 && value.is_finite();
        let expected = "it must be finite and above 0";
        in_range("the aspect", self.aspect, positive(self.aspect), expected)?;
        if let Some(height) = self.orthographic_height {
            in_range(
                "the orthographic height",
                height,
                positive(height),
                expected,
            )?;
            let expected = "it must be finite";
            in_range(
                "the near distance",
                self.near,
                self.near.is_finite(),
                expected,
            )?;
        } else {
            in_range(
                "the near distance",
                self.near,
                positive(self.near),
                expected,
            )?;
        }
        match self.far {
            Some(far) => in_range(
                "the far distance",
                far,
                far.is_finite() && far > self.near,
                "it must be finite and above the near distance; `None` is a view to infinity",
            ),
            None => Ok(()),
        }
    }

    /// Returns the plane n·(p − eye) + d = 0 as the coefficients of n·p + offset = 0, where n is `normal`. The offset
    /// is rounded once.
    fn row(&self, side: FrustumSide, normal: [f64; 3], d: f64) -> Result<[f64; 4], FrustumError> {
        if Plane::new(normal, 0.0).is_err() {
            return Err(FrustumError::Overflow { side });
        }
        let [a, b, c] = normal;
        let offset = nearest_sum(&normal, &self.position.each(|c| 0.0 - c), d);
        Ok([a, b, c, offset])
    }
}

/// Returns a × b divided by a power of two. Each coordinate is computed exactly and then rounded once, so the result is
/// zero only if a and b are parallel.
fn across(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    let coordinate = |axis: usize| {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        quick_sum(&[a[next], a[last]], &[b[last], -b[next]], 0.0)
    };
    if let [Some(x), Some(y), Some(z)] = [coordinate(0), coordinate(1), coordinate(2)] {
        let quick = [x, y, z];
        // `exactly_across` would return this vector divided by a power of two. For magnitudes in the range below, that
        // division does not round, so [`unit`] gives the same result for both vectors.
        let is_scaled_exactly = |c: &f64| *c == 0.0 || (1e-140..1e140).contains(&c.abs());
        if quick != [0.0; 3] && quick.iter().all(is_scaled_exactly) {
            return quick;
        }
    }
    exactly_across(a, b)
}

#[cold]
#[inline(never)]
fn exactly_across(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    let exact: [Dyadic<PRODUCT_DIGITS>; 3] = numbers_of(|axis| {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        Dyadic::sum_of_products([(a[next], b[last]), (-a[last], b[next])])
    });
    let exponent = exact.iter().filter_map(Dyadic::exponent).max().unwrap_or(0);
    exact.each(|coordinate| coordinate.to_f64_scaled(-exponent))
}

/// Returns the unit vector a / |a|. A zero vector is returned unchanged.
fn unit(a: &[f64; 3]) -> [f64; 3] {
    let (a, _) = near_one(a);
    let length = length(&a);
    if length == 0.0 {
        return a;
    }
    a.each(|coordinate| coordinate / length)
}
