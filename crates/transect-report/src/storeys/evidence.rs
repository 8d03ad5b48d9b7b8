//! The evidence for floors that an object gives, by the class in its name.

use transect_draw::class_of;

use crate::storeys::storey::Evidence;

/// The classes of objects that tell nothing about floors.
const SILENT: [&str; 3] = ["IfcOpeningElement", "IfcSite", "IfcCovering"];

/// Returns the evidence that an object of this name gives, or `None` if it gives no evidence.
pub(super) fn evidence_of(name: &str) -> Option<Evidence> {
    match class_of(name) {
        "IfcSpace" => Some(Evidence::Rooms),
        class if class.starts_with("IfcWall") || class.starts_with("IfcColumn") => {
            Some(Evidence::Walls)
        }
        "IfcCurtainWall" => Some(Evidence::Walls),
        class if SILENT.contains(&class) => None,
        _ => Some(Evidence::Faces),
    }
}
