//! The totals of the objects to cut: counts and a bounding box.

use transect::Aabb;
use transect::scene::{Encoding, Scene, world_mesh};

use crate::user_error::UserError;

/// The largest allowed coordinate. Each term of the certificate's moments is a product of four coordinates, and the sum
/// over all triangles must not overflow a 64-bit float.
const LARGEST: f64 = 1e70;

/// The totals of the selected objects.
#[derive(Debug)]
pub struct Totals {
    /// The number of objects.
    pub objects: usize,
    /// The number of triangles.
    pub triangles: usize,
    /// The name of the object with the most triangles, and the number of its triangles.
    pub largest: Option<(String, usize)>,
    /// The bounding box of all objects in world coordinates.
    pub bounds: Option<Aabb>,
}

impl Totals {
    /// Returns the totals of the selected objects. Coordinates are checked here, before the long computations.
    ///
    /// # Errors
    /// [`UserError`] if there are no triangles, or if the coordinates of an object are too large.
    pub fn of(scene: &Scene, wanted: &[bool], encoding: Encoding) -> Result<Self, UserError> {
        let world = scene.world_transforms();
        let mut totals = Self {
            objects: 0,
            triangles: 0,
            largest: None,
            bounds: None,
        };
        for node in scene.objects().filter(|&node| wanted[node]) {
            let Some(mesh) = scene.nodes[node].mesh.map(|mesh| &scene.meshes[mesh].mesh) else {
                continue;
            };
            totals.objects += 1;
            let triangles = mesh.triangles().len();
            totals.triangles += triangles;
            let most = totals.largest.as_ref().map_or(0, |(_, most)| *most);
            if triangles > most {
                totals.largest = Some((scene.nodes[node].name.clone(), triangles));
            }
            // A transform whose result overflows is ignored here: the cut reports it with the name of the object.
            if let Ok(mesh) = world_mesh(mesh, &world[node]) {
                if let Some(bounds) = mesh.bounds() {
                    check(&scene.nodes[node].name, bounds, encoding)?;
                }
                totals.bounds = match (totals.bounds, mesh.bounds()) {
                    (Some(all), Some(own)) => Some(all.join(own)),
                    (all, own) => all.or(own.copied()),
                };
            }
        }
        if totals.triangles == 0 {
            return Err(UserError::with_hint(
                "there are no triangles to cut",
                "points and lines have no inside; export the model as a mesh",
            ));
        }
        Ok(totals)
    }
}

/// Checks that volumes do not overflow, and that coordinates fit the encoding.
///
/// # Errors
/// [`UserError`] with the name of the object and a hint.
pub fn check(name: &str, bounds: &Aabb, encoding: Encoding) -> Result<(), UserError> {
    let corners = [bounds.min(), bounds.max()];
    let largest = corners
        .as_flattened()
        .iter()
        .fold(0.0_f64, |largest, c| largest.max(c.abs()));
    if largest > LARGEST {
        return Err(UserError::with_hint(
            format!(
                "object {name:?}: coordinates of {largest:e} are too large: volumes overflow 64-bit floats"
            ),
            "scale the model down; a file with such numbers is most likely damaged",
        ));
    }
    if encoding != Encoding::Double && largest > f64::from(f32::MAX) {
        return Err(UserError::with_hint(
            format!("object {name:?}: coordinates of {largest:e} do not fit 32-bit floats"),
            "write the halves in 64-bit floats: --format obj or --format ply",
        ));
    }
    Ok(())
}
