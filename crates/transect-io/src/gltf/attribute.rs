//! Conversion between the names of glTF attributes, such as `NORMAL`, and the meanings of attribute layers.

use std::borrow::Cow;

use transect_mesh::Meaning;

/// Returns the meaning of the attribute with this name, and the numbers of components that it may have. Returns `None`
/// for any other name.
pub(super) fn meaning(name: &str) -> Option<(Meaning, &'static [usize])> {
    let numbered = |prefix: &str| name.strip_prefix(prefix)?.parse::<u32>().ok();
    match name {
        "NORMAL" => Some((Meaning::Normal, &[3])),
        "TANGENT" => Some((Meaning::Tangent, &[4])),
        _ => numbered("TEXCOORD_")
            .map(|set| (Meaning::TextureCoordinate(set), &[2][..]))
            .or_else(|| numbered("COLOR_").map(|set| (Meaning::Color(set), &[3, 4][..])))
            .or_else(|| {
                name.starts_with('_')
                    .then(|| (Meaning::Custom(name.to_owned()), &[1, 2, 3, 4][..]))
            }),
    }
}

/// Returns the glTF name of an attribute with this meaning. The names of custom attributes begin with an underscore.
pub(super) fn name(meaning: &Meaning) -> Cow<'_, str> {
    match meaning {
        Meaning::Normal => "NORMAL".into(),
        Meaning::Tangent => "TANGENT".into(),
        Meaning::TextureCoordinate(set) => format!("TEXCOORD_{set}").into(),
        Meaning::Color(set) => format!("COLOR_{set}").into(),
        Meaning::Custom(name) if name.starts_with('_') => name.into(),
        Meaning::Custom(name) => format!("_{name}").into(),
        other => format!("_{other:?}").into(),
    }
}
