//! The results of a verification.

use transect::Side;
use transect_mesh::Certificate;

use crate::verify::reading::HalfEncoding;

/// The result of verifying the halves of a cut.
#[derive(Clone, Debug)]
pub struct Verified {
    /// `true` if all objects were verified as one mesh.
    /// This is the case only if the halves have other names or fewer objects than the input, and do not match it object
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
    /// The side of the plane on which the object lies in the input.
    pub side: Side,
    /// The encodings (number type and origin) in which the front half and the back half of the object were verified;
    /// `None` for an empty half.
    pub numbers: [Option<HalfEncoding>; 2],
    /// The certificate of the object.
    pub certificate: Certificate,
}

impl Verified {
    /// Returns `true` if no certificate has errors.
    pub(super) fn is_certified(&self) -> bool {
        self.objects.iter().all(Judged::is_certified)
    }
}

impl Judged {
    /// Returns `true` if the certificate has no errors.
    pub(super) fn is_certified(&self) -> bool {
        self.certificate.is_correct()
    }
}
