//! The results of a verification.

use transect::{Overlap, Side};
use transect_mesh::Certificate;

use crate::verify::reading::PartEncoding;

/// The result of verifying the parts of a cut.
#[derive(Clone, Debug)]
pub struct Verified {
    /// `true` if all objects were verified as one mesh.
    /// This is the case only if the parts have other names or fewer objects than the input, and do not match it object
    /// by object.
    pub joined: bool,
    /// The results: one per object of the input that has triangles. If `joined`, there is one result for all of them.
    pub objects: Vec<Judged>,
}

/// The result of verifying one object.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The name of the object.
    pub name: String,
    /// The index of the object in the input.
    pub index: usize,
    /// The side of each plane on which the object lies in the input.
    pub sides: Vec<Side>,
    /// `true` if the object has vertices strictly on both sides of a plane, or, for a region, if it meets the region.
    pub is_cut: bool,
    /// The relation of the object to the region; `None` if the planes do not bound a region.
    pub relation: Option<Overlap>,
    /// For each part, the encoding (number type and origin) in which the object was verified; `None` if the part has nothing of
    /// the object.
    pub numbers: Vec<Option<PartEncoding>>,
    /// The certificate of the object.
    pub certificate: Certificate,
}

impl Verified {
    /// Returns `true` if no certificate has errors.
    pub(super) fn is_certified(&self) -> bool {
        let mut objects = self.objects.iter();
        objects.all(|judged| judged.certificate.is_correct())
    }
}
