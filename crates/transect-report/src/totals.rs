//! What was read, in three numbers and a box.

use transect::Aabb;
use transect::scene::{Encoding, Scene, world_mesh};

use crate::user_error::UserError;

/// The largest coordinate whose fourth power, summed over all triangles, is a 64-bit float: the
/// certificate's moments have four coordinates in each term.
const LARGEST: f64 = 1e70;

/// How much there is of the objects that are looked at.
#[derive(Debug)]
pub struct Totals {
    /// How many objects.
    pub objects: usize,
    /// How many triangles.
    pub triangles: usize,
    /// The object with the most triangles, and how many.
    pub largest: Option<(String, usize)>,
    /// The box around all of them in the world.
    pub bounds: Option<Aabb>,
}

impl Totals {
    /// What there is. That there is something, and that the numbers of the output hold it, is
    /// made sure of before the long work.
    ///
    /// # Errors
    /// [`UserError`] if there are no triangles, an object cannot be placed, or its volume overflows.
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
            // A placement that overflows is an error of the cut, which names the object.
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

/// Whether areas and volumes can be told, and the coordinates be written.
///
/// # Errors
/// [`UserError`] names the object, and says what to do.
pub fn check(name: &str, bounds: &Aabb, encoding: Encoding) -> Result<(), UserError> {
    let corners = [bounds.min(), bounds.max()];
    let largest = corners
        .as_flattened()
        .iter()
        .fold(0.0_f64, |largest, c| largest.max(c.abs()));
    if largest > LARGEST {
        return Err(UserError::with_hint(
            format!(
                "object {name:?}: with coordinates of {largest:e}, volumes overflow 64-bit floats"
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
