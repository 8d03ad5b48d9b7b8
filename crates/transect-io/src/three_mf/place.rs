//! The objects of the build, placed as nodes of a scene.

use hashbrown::HashMap;
use transect_mesh::scene::{Node, Placement, Scene, Transform};

use crate::error::PlacedError;
use crate::polygon::make_room;
use crate::three_mf::graph::{Key, Models};
use crate::three_mf::model::{RawShape, Reference, Shape};
use crate::three_mf::paint::Palette;
use crate::three_mf::xml::in_part;

/// A node that is not yet in the scene.
struct Waiting {
    object: Key,
    parent: Option<usize>,
    transform: Option<Transform>,
    /// The name of the node if its object has none.
    name: String,
}

/// Adds the items of the build to a scene: one node per item, and below it one node per component. Several nodes share
/// the mesh of an object. `stem` is the name of the only object of a file if it has none.
pub(super) fn place(
    models: &mut Models<'_, '_>,
    scene: &mut Scene,
    palette: &mut Palette,
    stem: &str,
) -> Result<usize, PlacedError> {
    let mut meshes: HashMap<Key, Option<usize>> = HashMap::new();
    let mut waiting = Vec::new();
    let items = core::mem::take(&mut models.list[0].items);
    let is_only = items.len() == 1;
    let stem = if is_only { stem } else { "" };
    wait(&mut waiting, models, (0, &items), None, stem)?;
    let mut empty = 0;
    while let Some(next) = waiting.pop() {
        let Waiting { object, name, .. } = next;
        let (model, id) = object;
        let Some(own) = models.list[model].objects.get_mut(&id) else {
            continue;
        };
        let name = if own.name.is_empty() {
            name
        } else {
            own.name.clone()
        };
        let (line, default) = (own.line, own.paint);
        let index = scene.nodes.len();
        let mesh = match &mut own.shape {
            Shape::Mesh(shape) => match meshes.get(&object) {
                Some(&known) => known,
                None => {
                    let shape: RawShape = core::mem::take(shape);
                    let own_name = own.name.clone();
                    let has_triangles = !shape.triangles.is_empty();
                    let groups = &models.list[model].groups;
                    let mesh = palette.mesh(&own_name, shape, default, (model, groups));
                    let mesh = mesh.map_err(|error| {
                        let inside = format!(", object {id}");
                        in_part(models.name(model), line, &inside, error.into())
                    })?;
                    let known = has_triangles.then_some(scene.meshes.len());
                    if has_triangles {
                        scene.meshes.push(mesh);
                    }
                    empty += usize::from(!has_triangles);
                    meshes.insert(object, known);
                    known
                }
            },
            Shape::Components(list) => {
                // The list returns to its object, because several nodes may show the object.
                let list = core::mem::take(list);
                wait(&mut waiting, models, (model, &list), Some(index), &name)?;
                if let Some(own) = models.list[model].objects.get_mut(&id) {
                    own.shape = Shape::Components(list);
                }
                None
            }
        };
        make_room(&mut scene.nodes, 1);
        scene.nodes.push(Node {
            name,
            parent: next.parent,
            placement: placement(next.transform),
            mesh,
            extras: None,
        });
    }
    Ok(empty)
}

/// Adds the objects of a list of a model to the nodes that wait, in reverse order, because the last one is taken first.
fn wait(
    waiting: &mut Vec<Waiting>,
    models: &mut Models<'_, '_>,
    (model, list): (usize, &[Reference]),
    parent: Option<usize>,
    name: &str,
) -> Result<(), PlacedError> {
    make_room(waiting, list.len());
    for (number, reference) in list.iter().enumerate().rev() {
        let object = models.key(model, reference);
        let own = models.object(object).map_or("", |own| &own.name);
        let name = match (own.is_empty(), name.is_empty(), list.len()) {
            (false, ..) => String::new(),
            (true, true, _) => format!("object_{}", reference.object),
            (true, false, 1) => name.to_owned(),
            (true, false, _) => format!("{name}/{}", number + 1),
        };
        let bytes = size_of::<Waiting>() + size_of::<Node>() + own.len().max(name.len());
        let place = models.place(model, reference.line);
        models.budget.charge(&place, 1, bytes)?;
        waiting.push(Waiting {
            object,
            parent,
            transform: reference.transform.as_deref().copied(),
            name,
        });
    }
    Ok(())
}

/// Returns a transform as a placement: without a matrix if it only translates.
fn placement(transform: Option<Transform>) -> Placement {
    let transform = transform.unwrap_or(Transform::IDENTITY);
    let [x, y, z, translation] = transform.columns;
    if [x, y, z] == Transform::IDENTITY.columns[..3] {
        Placement::translation(translation)
    } else {
        Placement::Matrix(transform)
    }
}
