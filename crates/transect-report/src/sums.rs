//! The sums of the certificates of several objects. A certificate has the results of checks of a cut. A cut face, or
//! cap, closes a part.

use serde::Serialize;
use transect_mesh::Certificate;

/// Sums over the certificates of the cut objects. The sums of volumes include only the closed objects.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CertificateSums {
    /// The area of the cut faces, summed over all planes and all cut objects. The parts on both sides of a plane have the same
    /// faces, which are counted once.
    pub cap_area: f64,
    /// The number of cut objects whose cut faces fill the sections and are the same on both sides of each plane.
    pub caps_verified: usize,
    /// The number of triangles of cut faces, of all parts, that rounding turned over.
    pub caps_turned_over: usize,
    /// The area of the triangles of cut faces that rounding turned over.
    pub turned_over_area: f64,
    /// The sum over closed objects of the absolute difference between the volume before the cut and the volume of all
    /// parts together. It is `None` if objects were cut and all of them are open.
    pub volume_residual: Option<f64>,
    /// The largest `volume_residual` that rounding can explain; `None` if `volume_residual` is `None`.
    pub volume_bound: Option<f64>,
    /// The sum over the cut objects of the absolute difference between the area before the cut and that of all parts without
    /// cut faces.
    pub area_residual: f64,
    /// The largest `area_residual` that rounding can explain.
    pub area_bound: f64,
}

impl CertificateSums {
    /// Returns the sums over the certificates of all cut objects.
    pub fn of<'a>(cut: impl Iterator<Item = &'a Certificate> + Clone) -> Self {
        let closed = || cut.clone().filter(|certificate| certificate.input_closed);
        let sum = |part: fn(&Certificate) -> f64| {
            (cut.clone().next().is_none() || closed().next().is_some())
                .then(|| closed().map(part).fold(0.0, |sum, value| sum + value))
        };
        Self {
            cap_area: cut.clone().fold(0.0, |sum, certificate| {
                sum + certificate.face_areas.iter().sum::<f64>()
            }),
            caps_verified: cut
                .clone()
                .filter(|certificate| certificate.caps_verified())
                .count(),
            caps_turned_over: cut
                .clone()
                .map(|certificate| certificate.caps_turned_over.triangles)
                .sum(),
            turned_over_area: cut.clone().fold(0.0, |sum, certificate| {
                sum + certificate.caps_turned_over.area
            }),
            volume_residual: sum(|certificate| certificate.volume.found),
            volume_bound: sum(|certificate| certificate.volume.bound),
            area_residual: cut
                .clone()
                .fold(0.0, |sum, certificate| sum + certificate.area.found),
            area_bound: cut
                .clone()
                .fold(0.0, |sum, certificate| sum + certificate.area.bound),
        }
    }
}
