//! The XML namespaces of 3MF: that of the core specification, and those of extensions.

use quick_xml::name::ResolveResult;

/// The namespace of the core specification.
pub(super) const CORE: &str = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02";

/// The namespace of the materials and properties extension.
pub(super) const MATERIALS: &str = "http://schemas.microsoft.com/3dmanufacturing/material/2015/02";

/// The namespaces that the reader knows.
const KNOWN: [(&str, Space); 8] = [
    (CORE, Space::Core),
    (MATERIALS, Space::Materials),
    (
        "http://schemas.microsoft.com/3dmanufacturing/production/2015/06",
        Space::Production,
    ),
    (
        "http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02",
        Space::Beams,
    ),
    (
        "http://schemas.microsoft.com/3dmanufacturing/beamlattice/balls/2020/07",
        Space::Beams,
    ),
    (
        "http://schemas.microsoft.com/3dmanufacturing/slice/2015/07",
        Space::Slices,
    ),
    (
        "http://schemas.microsoft.com/3dmanufacturing/trianglesets/2021/07",
        Space::TriangleSets,
    ),
    (
        "http://schemas.openxmlformats.org/package/2006/relationships",
        Space::Relationships,
    ),
];

/// A namespace of an element or of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    /// No namespace. Attributes without a prefix belong to their element.
    None,
    Core,
    Materials,
    Production,
    Beams,
    Slices,
    TriangleSets,
    /// The namespace of lists of relationships, which name the parts of a package.
    Relationships,
    Unknown,
}

impl Space {
    pub(super) fn of(found: &ResolveResult<'_>) -> Self {
        let ResolveResult::Bound(bound) = found else {
            return match found {
                ResolveResult::Unbound => Self::None,
                _ => Self::Unknown,
            };
        };
        let text = bound.into_inner();
        let known = KNOWN.iter().find(|(own, _)| *own == text);
        known.map_or(Self::Unknown, |(_, space)| *space)
    }
}
