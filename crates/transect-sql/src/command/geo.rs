//! The key `geo` of GeoParquet files, for the columns of an answer.
//!
//! The bounds and the types of the geometries are those of all rows. They stay if all rows stay; otherwise the bounds are
//! left out, which are optional, and the list of types is empty, which means that they are unknown.

use serde_json::{Map, Value};

/// A column of geometries or of their covering boxes: its name in the file and its name in the answer.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) before: String,
    pub(super) after: String,
}

/// Returns the common text of several files, or `None` if they describe the geometries differently. Bounds and types that
/// differ are left out.
pub(super) fn common(texts: &[&str]) -> Option<Value> {
    let mut texts = texts
        .iter()
        .map(|text| serde_json::from_str::<Value>(text).ok());
    let mut common = texts.next()??;
    for text in texts {
        let text = text?;
        if text != common {
            let mut text = text;
            without_extents(&mut common);
            without_extents(&mut text);
            if text != common {
                return None;
            }
        }
    }
    Some(common)
}

/// Returns the text for the columns that an answer keeps, or `None` if no geometries are among them.
pub(super) fn kept(geo: &Value, columns: &[Column], has_all_rows: bool) -> Option<Value> {
    let mut geo = geo.clone();
    if !has_all_rows {
        without_extents(&mut geo);
    }
    let after = |name: &str| {
        let column = columns.iter().find(|column| column.before == name);
        column.map(|column| column.after.clone())
    };
    let object = geo.as_object_mut()?;
    let geometries = object.get("columns")?.as_object()?;
    let mut kept = Map::new();
    for (name, geometry) in geometries {
        let Some(name) = after(name) else {
            continue;
        };
        let mut geometry = geometry.clone();
        if let Some(geometry) = geometry.as_object_mut() {
            let covering = geometry.get_mut("covering");
            if covering.is_some_and(|covering| !has_columns(covering, &after)) {
                geometry.remove("covering");
            }
        }
        kept.insert(name, geometry);
    }
    let first = kept.keys().next()?.clone();
    let primary = object.get("primary_column").and_then(Value::as_str);
    let primary = primary.and_then(after).unwrap_or(first);
    object.insert("primary_column".to_owned(), Value::String(primary));
    object.insert("columns".to_owned(), Value::Object(kept));
    Some(geo)
}

/// Removes the bounds and the types of all geometries.
fn without_extents(geo: &mut Value) {
    let columns = geo.get_mut("columns").and_then(Value::as_object_mut);
    for geometry in columns.into_iter().flat_map(Map::values_mut) {
        if let Some(geometry) = geometry.as_object_mut() {
            geometry.remove("bbox");
            geometry.insert("geometry_types".to_owned(), Value::Array(Vec::new()));
        }
    }
}

/// Renames the columns in the paths of a covering, such as `["bbox", "xmin"]`. Returns `false` if one of them is not kept.
fn has_columns(covering: &mut Value, after: &impl Fn(&str) -> Option<String>) -> bool {
    let Value::Object(kinds) = covering else {
        return false;
    };
    let paths = kinds.values_mut().filter_map(Value::as_object_mut);
    let mut paths = paths.flat_map(Map::values_mut);
    paths.all(|path| {
        let first = path.as_array_mut().and_then(|path| path.first_mut());
        let Some(Value::String(name)) = first else {
            return false;
        };
        match after(name) {
            Some(column) => {
                *name = column;
                true
            }
            None => false,
        }
    })
}
