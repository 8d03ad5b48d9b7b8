//! The search for the storeys of a building.

use std::collections::{BTreeMap, HashSet};

use transect::length_unit::LengthUnit;
use transect_io::Document;
use transect_mesh::scene::Scene;

use crate::error_kind::ErrorKind;
use crate::placed::{meshes, placed};
use crate::selection::ObjectSelection;
use crate::storeys::evidence::evidence_of;
use crate::storeys::floors::{Floors, Lengths, kind};
use crate::storeys::storey::{Evidence, OtherLevel, Storey, Storeys};
use crate::storeys::support::{Support, is_gltf, top};
use crate::unit::unit_of;
use crate::user_error::UserError;

/// The height of a plan above the floor, in millimetres.
const ABOVE: f64 = 1200.0;

/// The largest number of levels in [`Storeys::others`].
const MOST_OTHERS: usize = 5;

/// A search for storeys.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StoreySearch {
    /// The up axis: 0 for x, 1 for y, 2 for z. `None` means y if all files are glTF, unless the floors say otherwise,
    /// and the axis with the greatest support for other files.
    pub axis: Option<usize>,
    /// The height of a plan above the floor, in the unit of the model. `None` means 1.2 m.
    pub above: Option<f64>,
}

impl StoreySearch {
    /// Finds the storeys of a building. `unit` is the given unit of the coordinates, if there is one.
    ///
    /// # Errors
    /// Returns [`UserError`] if the patterns match no object, the length of the unit is not known, the coordinates are
    /// too large, or no floor is found.
    pub fn find(
        &self,
        document: &Document,
        selection: &ObjectSelection,
        unit: Option<&str>,
    ) -> Result<Storeys, UserError> {
        let unit = unit_of(document, unit)?;
        let known: Option<LengthUnit> = unit.as_deref().and_then(|unit| unit.parse().ok());
        let millimetres = known
            .ok_or_else(|| unknown_unit(unit.as_deref()))?
            .millimetres();
        let wanted = selection.nodes(&document.scene, |_| true)?;
        let (world, objects) = placed(&document.scene, &wanted)?;
        let lengths = Lengths::of(millimetres);
        let examined = [0, 1, 2].map(|axis| self.axis.is_none_or(|given| given == axis));
        let mut support = Support::of(&world, &objects, examined, &lengths);
        let axis = match self.axis {
            Some(axis) => axis,
            None if is_gltf(document) => support.axis_of_gltf(),
            None => support.greatest(),
        };
        let (kind, support_by_axis) = (support.kind, support.by_axis());
        let extent = support.extent(axis);
        let Floors {
            list, mut others, ..
        } = support.found[axis].take().unwrap_or_default();
        if list.is_empty() {
            return Err(no_floors(self.axis.map(|axis| ["x", "y", "z"][axis])));
        }
        let groups = groups(&document.scene, &wanted);
        let standing: Vec<(f64, Option<&str>)> = objects
            .iter()
            .zip(meshes(&world))
            .zip(&groups)
            .filter(|((object, _), _)| evidence_of(&object.name).is_some())
            .filter_map(|((_, mesh), group)| Some((mesh.bounds()?.min()[axis], group.as_deref())))
            .collect();
        let above = self.above.unwrap_or(ABOVE / millimetres);
        let top = top(&world, axis);
        let mut storeys: Vec<Storey> = Vec::new();
        for (index, floor) in list.iter().enumerate() {
            let height = floor.level.height;
            let next = list.get(index + 1).map_or(top, |next| next.level.height);
            storeys.push(Storey {
                name: common_name(&standing, height, lengths.step()).unwrap_or_default(),
                floor: height,
                plan: plan_height(height, above, next, millimetres),
                evidence: floor.evidence,
                area: floor.level.area,
            });
        }
        name_all(&mut storeys);
        others.sort_by(|a, b| b.area.total_cmp(&a.area));
        let least = storeys.iter().map(|storey| storey.area).fold(0.0, f64::max) / 1000.0;
        let others: Vec<OtherLevel> = others
            .into_iter()
            .filter(|other| other.area > least)
            .take(MOST_OTHERS)
            .collect();
        Ok(Storeys {
            axis,
            kind,
            support_by_axis,
            extent,
            list: storeys,
            others,
        })
    }
}

/// Returns `true` if objects have the names of rooms, walls or columns, which show where floors are.
pub fn are_of_building<'m>(names: impl Iterator<Item = &'m str>) -> bool {
    kind(names) != Evidence::Faces
}

/// Returns the height of a plan above a floor. If `next`, the next floor or the top of the building, is not higher than
/// the plan would be, the plan is at a third of the distance to `next`. The height is rounded to the largest decimal
/// place of the unit that is at most 1 mm, unless it would then not be between `floor` and `next`.
fn plan_height(floor: f64, above: f64, next: f64, millimetres: f64) -> f64 {
    let height = if floor + above < next {
        floor + above
    } else {
        floor + (next - floor) / 3.0
    };
    let decimals = millimetres.log10().ceil().max(0.0) as usize;
    // Text rounds to decimal places without the rounding errors of a product and a quotient.
    let rounded = format!("{height:.decimals$}").parse().unwrap_or(height);
    if floor < rounded && rounded < next {
        rounded
    } else {
        height
    }
}

/// Returns, for each wanted object, the name of the nearest ancestor that has a name and no mesh.
fn groups(scene: &Scene, wanted: &[bool]) -> Vec<Option<String>> {
    let objects = scene.objects().filter(|&node| wanted[node]);
    objects
        .map(|object| {
            let mut node = &scene.nodes[object];
            while let Some(parent) = node.parent {
                node = &scene.nodes[parent];
                if node.mesh.is_none() && !node.name.trim().is_empty() {
                    return Some(node.name.trim().to_owned());
                }
            }
            None
        })
        .collect()
}

/// Returns the name of the group to which more than half of the objects on the floor belong, if there is such a group.
/// `objects` has the lowest height of each object and the name of its group. An object is on the floor if this height
/// is nearer than `tolerance` to the floor.
fn common_name(objects: &[(f64, Option<&str>)], floor: f64, tolerance: f64) -> Option<String> {
    let mut counts: BTreeMap<Option<&str>, usize> = BTreeMap::new();
    for (height, name) in objects {
        if (height - floor).abs() < tolerance {
            *counts.entry(*name).or_default() += 1;
        }
    }
    let total: usize = counts.values().sum();
    let (name, count) = counts.into_iter().max_by_key(|(_, count)| *count)?;
    name.filter(|_| 2 * count > total).map(str::to_owned)
}

/// Gives the name "Storey" and a number to each storey, unless all storeys have names and all names differ.
fn name_all(storeys: &mut [Storey]) {
    let names: HashSet<&str> = storeys.iter().map(|storey| &*storey.name).collect();
    if names.len() == storeys.len() && !names.contains("") {
        return;
    }
    for (index, storey) in storeys.iter_mut().enumerate() {
        storey.name = format!("Storey {}", index + 1);
    }
}

fn unknown_unit(unit: Option<&str>) -> UserError {
    let what = match unit {
        Some(unit) => format!("the unit {unit:?} is not known"),
        None => "the file has no unit".into(),
    };
    UserError::with_hint(
        format!("--storeys needs a known unit of length, and {what}"),
        "name the unit of the coordinates, such as --unit m",
    )
}

fn no_floors(axis: Option<&str>) -> UserError {
    let along = axis.map_or(String::new(), |axis| format!(" along {axis}"));
    UserError::with_hint(
        format!("--storeys: no floors are found{along}"),
        "a floor is a level face with at least 1.8 m of headroom, below something else; give heights with --heights, and the \
         up axis with --axis",
    )
    .of_kind(ErrorKind::Model)
}
