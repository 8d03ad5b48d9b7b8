//! Instances of the extension `EXT_mesh_gpu_instancing`: one placement of a node's mesh per row of accessors.

use std::borrow::Cow;

use transect_mesh::scene::{Node, Placement};

use crate::error::PlacedError;
use crate::gltf::accessor::Column;
use crate::gltf::json::{Instancing, Node as NodeEntry, parse};
use crate::gltf::mesh::Source;

/// The name of the extension.
pub(super) const INSTANCING: &str = "EXT_mesh_gpu_instancing";

/// The attributes of instances, with the numbers of their components and their values if they are missing.
const ATTRIBUTES: [(&str, usize, [f64; 4]); 3] = [
    ("TRANSLATION", 3, [0.0; 4]),
    ("ROTATION", 4, [0.0, 0.0, 0.0, 1.0]),
    ("SCALE", 3, [1.0; 4]),
];

/// Returns the placements of a node's instances relative to the node; `None` if the node does not have the extension, or
/// no placements in it.
pub(super) fn instances(
    entry: &NodeEntry<'_>,
    source: &mut Source<'_, '_>,
    place: &str,
) -> Result<Option<Vec<Placement>>, PlacedError> {
    let Some(text) = entry.extensions.get(&Cow::Borrowed(INSTANCING)) else {
        return Ok(None);
    };
    let place = format!("{place}.extensions.{INSTANCING}");
    let instancing: Instancing<'_> = parse(text, || place.clone())?;
    let mut columns: [Option<Column<'_>>; 3] = [None; 3];
    let mut count = None;
    for (name, &accessor) in &instancing.attributes {
        let place = format!("{place}.attributes.{name}");
        source.budget.charge(&place, 1, 256)?;
        let known = ATTRIBUTES.iter().position(|(own, ..)| own == name);
        let Some(number) = known else {
            let name: String = name.chars().take(60).collect();
            source
                .tally
                .count("node", &format!(" with the attribute {name} of instances"));
            continue;
        };
        let width = ATTRIBUTES[number].1;
        let column = Column::open(
            &source.root.accessors,
            accessor,
            source.buffers,
            source.budget,
            || place.clone(),
        )?;
        let column = column.filter(|own| own.width == width && own.is_fraction());
        let column = column.filter(|own| *count.get_or_insert(own.count) == own.count);
        columns[number] = Some(column.ok_or_else(|| {
            let what = format!("the accessor must have {width} numbers per instance");
            PlacedError::syntax(&*place, what)
        })?);
    }
    let Some(count) = count else {
        return Ok(None);
    };
    source
        .budget
        .charge(&place, count, size_of::<Placement>())?;
    let mut placements = Vec::with_capacity(count);
    for row in 0..count {
        let mut values = [[0.0; 4]; 3];
        for (value, (column, (name, width, missing))) in
            values.iter_mut().zip(columns.iter().zip(ATTRIBUTES))
        {
            *value = missing;
            let Some(column) = column else { continue };
            for (component, number) in value[..width].iter_mut().enumerate() {
                *number = column.number(row, component);
                if !number.is_finite() {
                    let place = format!("{place}.attributes.{name}[{row}]");
                    return Err(PlacedError::not_finite(place, "a placement", *number));
                }
            }
        }
        let [[x, y, z, _], rotation, [a, b, c, _]] = values;
        placements.push(Placement::Parts {
            translation: [x, y, z],
            rotation,
            scale: [a, b, c],
        });
    }
    Ok(Some(placements))
}

/// Returns a node per instance, below the node with the index `parent`. Their names are that of the node and a number.
pub(super) fn nodes(
    placements: Vec<Placement>,
    (name, parent, mesh): (&str, usize, usize),
    source: &mut Source<'_, '_>,
) -> Result<Vec<Node>, PlacedError> {
    let size = size_of::<Node>() + name.len() + 16;
    source.budget.charge("nodes", placements.len(), size)?;
    source.tally.instances += placements.len();
    let placed = placements.into_iter().enumerate();
    let placed = placed.map(|(number, placement)| Node {
        // The part of a name before a slash is the class of an object, so all instances have the same class.
        name: format!("{name}/{}", number + 1),
        parent: Some(parent),
        placement,
        mesh: Some(mesh),
        extras: None,
    });
    Ok(placed.collect())
}
