//! The formulas that a user would write by hand, in f64, with the vectors of `glam`.

use glam::DVec3;
use transect::{Plane, Side};

/// A plane as a normal, an offset, and the length of the normal.
#[derive(Clone, Copy)]
pub(super) struct PlainPlane {
    pub(super) normal: DVec3,
    pub(super) offset: f64,
    pub(super) length: f64,
}

impl PlainPlane {
    pub(super) fn of(plane: &Plane) -> Self {
        let normal = DVec3::from_array(plane.normal());
        Self {
            normal,
            offset: plane.offset(),
            length: normal.length(),
        }
    }

    #[inline]
    pub(super) fn value(&self, point: DVec3) -> f64 {
        self.normal.dot(point) + self.offset
    }

    /// Returns the least and the greatest of the values n·p + d of the points.
    #[inline]
    pub(super) fn range(&self, points: &[DVec3]) -> [f64; 2] {
        let both = [f64::INFINITY, f64::NEG_INFINITY];
        points.iter().fold(both, |[low, high], &point| {
            let value = self.value(point);
            [low.min(value), high.max(value)]
        })
    }

    /// Returns the values n·p + d of the backmost and the frontmost point of a box, given by its two extreme corners.
    #[inline]
    pub(super) fn range_of_box(&self, [min, max]: [DVec3; 2]) -> [f64; 2] {
        let value = self.value((min + max) * 0.5);
        let reach = self.normal.abs().dot((max - min) * 0.5);
        [value - reach, value + reach]
    }

    #[inline]
    pub(super) fn range_of_ball(&self, center: DVec3, radius: f64) -> [f64; 2] {
        let (value, reach) = (self.value(center), radius * self.length);
        [value - reach, value + reach]
    }

    /// Returns half the difference between the greatest and the least n·p on a disc that is perpendicular to `axis`.
    #[inline]
    pub(super) fn reach_of_disc(&self, axis: DVec3, radius: f64) -> f64 {
        let along = self.normal.dot(axis);
        let square = self.length * self.length - along * along / axis.length_squared();
        radius * square.max(0.0).sqrt()
    }

    /// Returns the corner of a box at which n·p is the least.
    #[inline]
    pub(super) fn backmost(&self, [min, max]: [DVec3; 2]) -> DVec3 {
        DVec3::select(self.normal.cmpge(DVec3::ZERO), min, max)
    }
}

#[inline]
pub(super) fn side([backmost, frontmost]: [f64; 2]) -> Side {
    if backmost > 0.0 {
        Side::Front
    } else if frontmost < 0.0 {
        Side::Back
    } else {
        Side::On
    }
}

pub(super) fn vector(point: &[f64; 3]) -> DVec3 {
    DVec3::from_array(*point)
}
