//! What the certificates of several objects add up to.

use serde::Serialize;
use transect::mesh::Certificate;

/// Sums over the objects that are cut; those of volumes are over the closed ones.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CertificateSums {
    /// The area of the caps of one half.
    pub cap_area: f64,
    /// How many objects have caps that are verified as a whole.
    pub caps_verified: usize,
    /// What volumes differ by; none if no closed object is cut, but open ones are.
    pub volume_residual: Option<f64>,
    /// The most that roundings explain of it.
    pub volume_bound: Option<f64>,
}

impl CertificateSums {
    /// Of the certificates of all objects that are cut.
    pub fn of<'a>(cut: impl Iterator<Item = &'a Certificate> + Clone) -> Self {
        let closed = || cut.clone().filter(|certificate| certificate.input_closed);
        let sum = |part: fn(&Certificate) -> f64| {
            (cut.clone().next().is_none() || closed().next().is_some())
                .then(|| closed().map(part).fold(0.0, |sum, value| sum + value))
        };
        Self {
            cap_area: cut
                .clone()
                .fold(0.0, |sum, certificate| sum + certificate.cap_area),
            caps_verified: cut
                .clone()
                .filter(|certificate| certificate.caps_verified())
                .count(),
            volume_residual: sum(|certificate| certificate.volume.found),
            volume_bound: sum(|certificate| certificate.volume.bound),
        }
    }
}
