//! The indices inside materials and textures, which are carried unread otherwise.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// Shows every texture index of a material, in extensions too, and puts the answer in its place;
/// without an answer the reference goes. Extras are opaque.
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

/// The same for the images of a texture: its own, and those that its extensions name.
pub(crate) fn images(texture: &mut Value, answer: &mut dyn FnMut(u64) -> Option<usize>) {
    remove_unless(texture, "source", answer);
    if let Some(Value::Object(extensions)) = texture.get_mut("extensions") {
        extensions.retain(|_, extension| put(extension, "source", answer));
    }
}

/// The same for the sampler of a texture.
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

/// Replaces the index under a key, if there is one; false if it has no answer.
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

/// The names of all extensions that a value uses, inside extensions too.
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

/// A JSON object from its text; none if it is no object.
pub(crate) fn object(text: &str) -> Option<Value> {
    serde_json::from_str::<Map<String, Value>>(text)
        .ok()
        .map(Value::Object)
}
