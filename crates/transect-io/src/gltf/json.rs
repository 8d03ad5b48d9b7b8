//! The JSON objects of glTF, limited to the members that are read.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::error::PlacedError;

/// A non-negative whole number in JSON; `3.0` is 3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Whole(pub(super) u64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ValueVisitor;
        impl Visitor<'_> for ValueVisitor {
            type Value = Whole;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a non-negative whole number")
            }
            fn visit_u64<E: Error>(self, value: u64) -> Result<Whole, E> {
                Ok(Whole(value))
            }
            fn visit_f64<E: Error>(self, value: f64) -> Result<Whole, E> {
                // The limit is 2⁵³. Above this limit, two neighbouring whole numbers can be the same f64.
                if value.fract() == 0.0 && (0.0..9_007_199_254_740_992.0).contains(&value) {
                    return Ok(Whole(value as u64));
                }
                Err(E::invalid_value(serde::de::Unexpected::Float(value), &self))
            }
        }
        deserializer.deserialize_u64(ValueVisitor)
    }
}

impl Whole {
    /// Returns the number as a size in memory, or the largest size if it does not fit.
    pub(super) fn size(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

/// A JSON list of objects. Each object stays as text until it is needed.
#[derive(Debug, Default)]
pub(super) struct Entries<'a>(pub(super) Vec<&'a RawValue>);

impl<'de: 'a, 'a> Deserialize<'de> for Entries<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ValueVisitor;
        impl<'de> Visitor<'de> for ValueVisitor {
            type Value = Vec<&'de RawValue>;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a list of objects")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = list.next_element::<&RawValue>()? {
                    if !entry.get().starts_with('{') {
                        return Err(A::Error::custom("expected an object in a list of objects"));
                    }
                    entries.push(entry);
                }
                Ok(entries)
            }
        }
        deserializer.deserialize_seq(ValueVisitor).map(Entries)
    }
}

impl<'a> Entries<'a> {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Reads the entry with this index. Errors name `element`, the place in the JSON document that refers to the entry.
    pub(super) fn named<T: Deserialize<'a>>(
        &self,
        list: &'static str,
        index: Whole,
        element: impl FnOnce() -> String,
    ) -> Result<T, PlacedError> {
        if index.size() >= self.len() {
            return Err(PlacedError::out_of_range(
                element(),
                list,
                index.0,
                self.len(),
            ));
        }
        self.entry(list, index.size())
    }

    /// Reads the entry with this index, which must be in range.
    pub(super) fn entry<T: Deserialize<'a>>(
        &self,
        list: &str,
        index: usize,
    ) -> Result<T, PlacedError> {
        parse(self.0[index], || format!("{list}[{index}]"))
    }
}

/// Parses a JSON object of the document; `element` is its place in the document.
pub(super) fn parse<'a, T: Deserialize<'a>>(
    text: &'a RawValue,
    element: impl FnOnce() -> String,
) -> Result<T, PlacedError> {
    serde_json::from_str(text.get())
        .map_err(|error| PlacedError::syntax(element(), error.to_string()))
}

/// Checks JSON text that is copied without being interpreted. Its nesting must be within the limit of `serde_json`, and
/// its numbers must fit f64. Before this check, the text has only been scanned to find its end.
pub(super) fn check_carried(
    text: &RawValue,
    element: impl FnOnce() -> String,
) -> Result<(), PlacedError> {
    parse::<Sound>(text, element).map(|_| ())
}

/// A JSON value whose syntax has been checked. Deserializing it visits the whole value and stores nothing.
struct Sound;

impl<'de> Deserialize<'de> for Sound {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for Sound {
    type Value = Self;
    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("any JSON value")
    }
    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }
    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }
    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }
    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }
    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }
    fn visit_str<E>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self, A::Error> {
        while list.next_element::<Self>()?.is_some() {}
        Ok(self)
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self, A::Error> {
        while map.next_entry::<Self, Self>()?.is_some() {}
        Ok(self)
    }
}

/// The `extensions` of a glTF object, each as JSON text.
pub(super) type Extensions<'a> = BTreeMap<Cow<'a, str>, &'a RawValue>;

/// Returns the `extras` of a glTF object; `None` for an empty JSON object, which holds no information.
pub(super) fn extras(text: Option<&RawValue>) -> Option<&RawValue> {
    text.filter(|text| {
        let inner = text
            .get()
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'));
        !inner.is_some_and(|inner| inner.trim().is_empty())
    })
}

/// Checks the text of `extras` and returns a copy; `None` if there are no `extras`, or if they are an empty object.
pub(super) fn carried(
    text: Option<&RawValue>,
    element: impl FnOnce() -> String,
) -> Result<Option<String>, PlacedError> {
    let Some(text) = extras(text) else {
        return Ok(None);
    };
    check_carried(text, element)?;
    Ok(Some(text.get().to_owned()))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Root<'a> {
    #[serde(borrow)]
    pub(super) asset: Option<Asset<'a>>,
    pub(super) scene: Option<Whole>,
    #[serde(borrow, default)]
    pub(super) scenes: Entries<'a>,
    #[serde(borrow, default)]
    pub(super) nodes: Entries<'a>,
    #[serde(borrow, default)]
    pub(super) meshes: Entries<'a>,
    #[serde(borrow, default)]
    pub(super) accessors: Entries<'a>,
    #[serde(borrow, default)]
    pub(super) buffer_views: Entries<'a>,
    #[serde(borrow, default)]
    pub(super) buffers: Entries<'a>,
    #[serde(borrow, default)]
    pub(super) materials: Entries<'a>,
    #[serde(borrow, default)]
    pub(super) textures: Entries<'a>,
    #[serde(borrow, default)]
    pub(super) images: Entries<'a>,
    #[serde(borrow, default)]
    pub(super) samplers: Entries<'a>,
    #[serde(borrow, default)]
    pub(super) skins: Entries<'a>,
    #[serde(borrow, default)]
    pub(super) animations: Entries<'a>,
    #[serde(borrow, default)]
    pub(super) cameras: Entries<'a>,
    #[serde(borrow, default)]
    pub(super) extensions_used: Vec<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(super) extensions_required: Vec<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub(super) extensions: Extensions<'a>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Asset<'a> {
    #[serde(borrow)]
    pub(super) version: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) min_version: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) generator: Option<Cow<'a, str>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Scene {
    #[serde(default)]
    pub(super) nodes: Vec<Whole>,
}

/// The children of a glTF node, as node indices.
#[derive(Debug, Deserialize)]
pub(super) struct Children {
    #[serde(default)]
    pub(super) children: Vec<Whole>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Node<'a> {
    #[serde(borrow)]
    pub(super) name: Option<Cow<'a, str>>,
    pub(super) mesh: Option<Whole>,
    pub(super) skin: Option<Whole>,
    pub(super) weights: Option<Vec<f64>>,
    pub(super) matrix: Option<[f64; 16]>,
    pub(super) translation: Option<[f64; 3]>,
    pub(super) rotation: Option<[f64; 4]>,
    pub(super) scale: Option<[f64; 3]>,
    #[serde(borrow)]
    pub(super) extras: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) extensions: Extensions<'a>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Mesh<'a> {
    #[serde(borrow)]
    pub(super) name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) primitives: Entries<'a>,
    pub(super) weights: Option<Vec<f64>>,
    #[serde(borrow)]
    pub(super) extras: Option<&'a RawValue>,
}

/// The joints of a skin, as node indices, and the accessor of their inverse bind matrices.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Skin {
    pub(super) joints: Vec<Whole>,
    pub(super) inverse_bind_matrices: Option<Whole>,
}

/// The data of the extension `EXT_mesh_gpu_instancing` of a node.
#[derive(Debug, Deserialize)]
pub(super) struct Instancing<'a> {
    #[serde(borrow, default)]
    pub(super) attributes: BTreeMap<Cow<'a, str>, Whole>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Primitive<'a> {
    #[serde(borrow)]
    pub(super) attributes: BTreeMap<Cow<'a, str>, Whole>,
    pub(super) indices: Option<Whole>,
    pub(super) material: Option<Whole>,
    pub(super) mode: Option<Whole>,
    #[serde(borrow, default)]
    pub(super) targets: Entries<'a>,
    #[serde(borrow)]
    pub(super) extras: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) extensions: Extensions<'a>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor<'a> {
    pub(super) buffer_view: Option<Whole>,
    #[serde(default)]
    pub(super) byte_offset: Whole,
    pub(super) component_type: Whole,
    #[serde(default)]
    pub(super) normalized: bool,
    pub(super) count: Whole,
    #[serde(borrow, rename = "type")]
    pub(super) shape: Cow<'a, str>,
    pub(super) sparse: Option<Sparse>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Sparse {
    pub(super) count: Whole,
    pub(super) indices: SparseIndices,
    pub(super) values: SparseValues,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparseIndices {
    pub(super) buffer_view: Whole,
    #[serde(default)]
    pub(super) byte_offset: Whole,
    pub(super) component_type: Whole,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparseValues {
    pub(super) buffer_view: Whole,
    #[serde(default)]
    pub(super) byte_offset: Whole,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BufferView<'a> {
    pub(super) buffer: Whole,
    #[serde(default)]
    pub(super) byte_offset: Whole,
    pub(super) byte_length: Whole,
    pub(super) byte_stride: Option<Whole>,
    #[serde(borrow, default)]
    pub(super) extensions: Extensions<'a>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Buffer<'a> {
    #[serde(borrow)]
    pub(super) uri: Option<Cow<'a, str>>,
    pub(super) byte_length: Whole,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Material<'a> {
    #[serde(borrow)]
    pub(super) name: Option<Cow<'a, str>>,
    pub(super) pbr_metallic_roughness: Option<Surface>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Surface {
    pub(super) base_color_factor: Option<[f64; 4]>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Texture {
    pub(super) source: Option<Whole>,
    pub(super) sampler: Option<Whole>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Image<'a> {
    #[serde(borrow)]
    pub(super) uri: Option<Cow<'a, str>>,
    pub(super) buffer_view: Option<Whole>,
    #[serde(borrow)]
    pub(super) mime_type: Option<Cow<'a, str>>,
}
