//! Attributes of corners in exchange with meshes of other packages: normals, texture coordinates and colours.

use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use transect_mesh::{AttributeLayer, Attributes, Meaning};

use crate::array::array_of;
use crate::faces::faces_of;

/// The layers of a mesh: for each face, the rows of its corners, and the rows of each layer by its name.
type Layers<'py> = (Bound<'py, PyAny>, Vec<(String, Bound<'py, PyAny>)>);

/// Returns the attributes of a mesh.
pub(crate) fn layers_of<'py>(py: Python<'py>, attributes: &Attributes) -> PyResult<Layers<'py>> {
    let corners = array_of(py, &attributes.corners)?.into_any();
    let layer = |own: &AttributeLayer| {
        let values = PyArray1::from_slice(py, &own.values);
        let rows = values.reshape([attributes.rows(), own.width])?;
        Ok((name_of(&own.meaning), rows.into_any()))
    };
    let layers: PyResult<Vec<_>> = attributes.layers.iter().map(layer).collect();
    Ok((corners, layers?))
}

/// Returns the attributes that the functions of `_interop.py` give.
pub(crate) fn attributes_of(
    corners: &Bound<'_, PyAny>,
    layers: Vec<(String, Bound<'_, PyAny>)>,
) -> PyResult<Attributes> {
    let layer = |(name, rows): (String, Bound<'_, PyAny>)| {
        let rows: PyReadonlyArray2<'_, f64> = rows.extract()?;
        let rows = rows.as_array();
        let meaning = meaning_of(&name)
            .ok_or_else(|| PyValueError::new_err(format!("{name} is not an attribute")))?;
        Ok(AttributeLayer {
            meaning,
            width: rows.ncols(),
            values: rows.iter().copied().collect(),
        })
    };
    let layers: PyResult<Vec<AttributeLayer>> = layers.into_iter().map(layer).collect();
    Ok(Attributes {
        corners: faces_of(corners)?,
        layers: layers?,
    })
}

fn name_of(meaning: &Meaning) -> String {
    match meaning {
        Meaning::Normal => "normal".into(),
        Meaning::Tangent => "tangent".into(),
        Meaning::TextureCoordinate(set) => format!("uv {set}"),
        Meaning::Color(set) => format!("color {set}"),
        Meaning::Custom(name) => name.clone(),
        _ => String::new(),
    }
}

/// Returns the meaning with a name that [`name_of`] gives.
fn meaning_of(name: &str) -> Option<Meaning> {
    let set = |prefix: &str| name.strip_prefix(prefix)?.parse().ok();
    match name {
        "normal" => Some(Meaning::Normal),
        _ if let Some(set) = set("uv ") => Some(Meaning::TextureCoordinate(set)),
        _ if let Some(set) = set("color ") => Some(Meaning::Color(set)),
        _ => None,
    }
}
