//! IFC classes of the nodes of a scene, as converters write them.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use transect_mesh::scene::Node;

/// The keys of extras that hold an IFC class, in lower case and without `_` and `-`.
const KEYS: [&str; 7] = [
    "class",
    "ifcclass",
    "type",
    "ifctype",
    "entity",
    "ifcentity",
    "category",
];

/// Returns the IFC class of a node, such as `IfcWall`: that at the start of its name, or else that in its extras, under a
/// key such as `class` or `IfcType`.
///
/// ```
/// use transect_io::ifc_class;
/// use transect_mesh::scene::Node;
/// let mut node = Node { name: "IfcWall/north".into(), ..Node::default() };
/// assert_eq!(ifc_class(&node).as_deref(), Some("IfcWall"));
/// node.name = "north".into();
/// node.extras = Some(r#"{"GlobalId": "04Sq57eS5FffNezn2ilgms", "IfcType": "IfcSlab"}"#.into());
/// assert_eq!(ifc_class(&node).as_deref(), Some("IfcSlab"));
/// ```
#[must_use]
pub fn ifc_class(node: &Node) -> Option<Cow<'_, str>> {
    let class = of_name(&node.name).map(|(class, _)| Cow::Borrowed(class));
    class.or_else(|| of_extras(node.extras.as_deref()?))
}

/// Returns the IFC class at the start of a name, and the rest after the character that ends the class. The rest is
/// `None` for a class alone.
pub(crate) fn of_name(name: &str) -> Option<(&str, Option<&str>)> {
    let is_end = |c: char| !c.is_ascii_alphanumeric();
    let (class, rest) = match name.find(is_end) {
        Some(end) => (&name[..end], Some(&name[end..])),
        None => (name, None),
    };
    let rest = rest.map(|rest| rest.trim_start_matches(|c: char| "/_:-#. ".contains(c)));
    is_class(class).then_some((class, rest))
}

/// Returns the IFC class in the extras of a node, which are JSON text.
pub(crate) fn of_extras(extras: &str) -> Option<Cow<'_, str>> {
    let found: Extras<'_> = serde_json::from_str(extras).ok()?;
    found.0
}

/// Returns `true` for `Ifc` and a word in capitals, as in `IfcWall`.
fn is_class(word: &str) -> bool {
    let rest = word.strip_prefix("Ifc");
    rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
        && word.len() > "Ifc".len() + 1
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// The first IFC class in an object of JSON. Other values are not kept.
struct Extras<'a>(Option<Cow<'a, str>>);

impl<'de: 'a, 'a> Deserialize<'de> for Extras<'a> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct First;

        impl<'de> Visitor<'de> for First {
            type Value = Extras<'de>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut found = None;
                while let Some(Key(key)) = map.next_key()? {
                    if found.is_some() || !is_key(&key) {
                        map.next_value::<IgnoredAny>()?;
                        continue;
                    }
                    let value: &RawValue = map.next_value()?;
                    let text: Option<Key<'_>> = serde_json::from_str(value.get()).ok();
                    found = text.map(|Key(text)| text).filter(|text| is_class(text));
                }
                Ok(Extras(found))
            }
        }
        deserializer.deserialize_map(First)
    }
}

/// A string of JSON, which is copied only if it has escapes.
#[derive(Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

/// Returns `true` for a key that holds an IFC class.
fn is_key(key: &str) -> bool {
    let letters = || key.chars().filter(|c| !matches!(c, '_' | '-'));
    KEYS.iter()
        .any(|known| letters().map(|c| c.to_ascii_lowercase()).eq(known.chars()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_stand_at_the_start_of_names() {
        for (name, expected) in [
            ("IfcWall/north", Some(("IfcWall", Some("north")))),
            ("IfcWall", Some(("IfcWall", None))),
            ("IfcWall_12", Some(("IfcWall", Some("12")))),
            ("IfcWall.001", Some(("IfcWall", Some("001")))),
            ("IfcWall: north: 1", Some(("IfcWall", Some("north: 1")))),
            ("IfcWall #7", Some(("IfcWall", Some("7")))),
            ("IfcWall/", Some(("IfcWall", Some("")))),
            ("Ifcwall/north", None),
            ("IfcX/north", None),
            ("Wall/IfcWall", None),
            ("", None),
        ] {
            assert_eq!(of_name(name), expected, "{name}");
        }
    }

    #[test]
    fn classes_stand_in_extras() {
        for (extras, expected) in [
            (r#"{"class":"IfcWall"}"#, Some("IfcWall")),
            (r#"{"a":[{"class":"IfcWall"}]}"#, None),
            (r#"{"type":"mesh","ifc_class":"IfcDoor"}"#, Some("IfcDoor")),
            (
                r#"{"type":{"class":"IfcWall"},"IfcType":"Ifc\u0053lab"}"#,
                Some("IfcSlab"),
            ),
            (
                r#"{"Ifc-Entity":"IfcBeam","class":"IfcWall"}"#,
                Some("IfcBeam"),
            ),
            (r#"{"class":"wall","category":7}"#, None),
            (r#""IfcWall""#, None),
            ("[1]", None),
        ] {
            assert_eq!(of_extras(extras).as_deref(), expected, "{extras}");
        }
    }
}
