//! The indices of textures, images and samplers inside the JSON of glTF materials and textures. The rest of this JSON
//! is not interpreted.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// Replaces every texture index of a material, including those in extensions, by the result of `answer`. If the result
/// is `None`, the reference is removed. Extras are not changed.
pub(crate) fn textures(value: &mut Value, answer: &mut dyn FnMut(u64) -> Option<usize>) {
    match value {
        Value::Object(members) => members.retain(|key, member| {
            let refers = key.ends_with("Texture") || key.ends_with("texture");
            if refers && !put(member, "index", answer) {
                return false;
            }
            if key != "extras" {
                textures(member, answer);
            }
            true
        }),
        Value::Array(items) => items.iter_mut().for_each(|item| textures(item, answer)),
        _ => {}
    }
}

/// Replaces the image indices of a texture and of its extensions, as [`textures`] replaces texture indices.
pub(crate) fn images(texture: &mut Value, answer: &mut dyn FnMut(u64) -> Option<usize>) {
    remove_unless(texture, "source", answer);
    if let Some(Value::Object(extensions)) = texture.get_mut("extensions") {
        extensions.retain(|_, extension| put(extension, "source", answer));
    }
}

/// Replaces the sampler index of a texture, as [`textures`] replaces texture indices.
pub(crate) fn samplers(texture: &mut Value, answer: &mut dyn FnMut(u64) -> Option<usize>) {
    remove_unless(texture, "sampler", answer);
}

fn remove_unless(object: &mut Value, key: &str, answer: &mut dyn FnMut(u64) -> Option<usize>) {
    if !put(object, key, answer) {
        object
            .as_object_mut()
            .map(|members| members.shift_remove(key));
    }
}

/// Replaces the index that `object` has under `key` by the result of `answer`. An object without this key is not
/// changed. Returns `false` if `answer` returns `None`.
fn put(object: &mut Value, key: &str, answer: &mut dyn FnMut(u64) -> Option<usize>) -> bool {
    let Some(index) = object.get(key).and_then(Value::as_u64) else {
        return true;
    };
    match answer(index) {
        Some(found) => {
            object[key] = Value::from(found);
            true
        }
        None => false,
    }
}

/// Collects the names of all extensions in a value, including nested ones.
pub(crate) fn extensions(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            if let Some(Value::Object(used)) = members.get("extensions") {
                names.extend(used.keys().cloned());
            }
            for (key, member) in members {
                if key != "extras" {
                    extensions(member, names);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| extensions(item, names)),
        _ => {}
    }
}

/// Parses JSON text; `None` if it is not a JSON object.
pub(crate) fn object(text: &str) -> Option<Value> {
    serde_json::from_str::<Map<String, Value>>(text)
        .ok()
        .map(Value::Object)
}
