//! The totals of the objects to cut: counts and a bounding box.

use transect::Aabb;
use transect_mesh::Rest;
use transect_mesh::scene::{Encoding, Scene, world_mesh};

use crate::error_kind::ErrorKind;
use crate::user_error::UserError;

/// The largest allowed coordinate. The certificate computes moments (integrals of a coordinate over the volume). Each
/// term of a moment is a product of four coordinates, and the sum over all triangles must not overflow a 64-bit float.
const LARGEST: f64 = 1e70;

/// The totals of the selected objects.
#[derive(Clone, Debug)]
pub struct Totals {
    /// The number of selected objects.
    pub objects: usize,
    /// The number of triangles of all selected objects.
    pub triangles: usize,
    /// The name of the object with the most triangles, and the number of its triangles.
    pub largest: Option<(String, usize)>,
    /// The bounding box of all selected objects in world coordinates.
    pub bounds: Option<Aabb>,
}

impl Totals {
    /// Returns the totals of the selected objects. Coordinates are checked here, before the long computations.
    ///
    /// # Errors
    /// Returns [`UserError`] if there are no triangles, or if the coordinates of an object are too large.
    pub fn of(scene: &Scene, wanted: &[bool], encoding: Encoding) -> Result<Self, UserError> {
        Self::of_any(scene, wanted, encoding)?.some()
    }

    /// Returns the totals of the selected objects, like [`Totals::of`]. There may be no triangles.
    ///
    /// # Errors
    /// Returns [`UserError`] if the coordinates of an object are too large.
    pub fn of_any(scene: &Scene, wanted: &[bool], encoding: Encoding) -> Result<Self, UserError> {
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
            // If the world coordinates of an object overflow, the object is skipped here. The cut reports the error
            // with the object's name.
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
        Ok(totals)
    }

    /// Returns the totals of a file that was read in one pass: its only object is in the scene.
    ///
    /// # Errors
    /// Returns [`UserError`] if the coordinates are too large.
    pub(crate) fn of_one_pass(
        scene: &Scene,
        rest: &Rest,
        encoding: Encoding,
    ) -> Result<Self, UserError> {
        let name = scene.nodes.first().map_or("", |node| &node.name);
        if let Some(bounds) = rest.bounds() {
            check(name, bounds, encoding)?;
        }
        let triangles = rest.triangles();
        Ok(Self {
            objects: 1,
            triangles,
            largest: (triangles > 0).then(|| (name.into(), triangles)),
            bounds: rest.bounds().copied(),
        })
    }

    /// Returns these totals.
    ///
    /// # Errors
    /// Returns [`UserError`] if there are no triangles.
    pub fn some(self) -> Result<Self, UserError> {
        match self.triangles {
            0 => Err(UserError::with_hint(
                "there are no triangles to cut",
                "points and lines have no inside; export the model as a mesh",
            )
            .of_kind(ErrorKind::Model)),
            _ => Ok(self),
        }
    }
}

/// Checks the bounding box of an object: its volume must not overflow, and its coordinates must not overflow the number
/// type of the encoding.
///
/// # Errors
/// Returns [`UserError`] with the name of the object and a hint.
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
        )
        .of_kind(ErrorKind::TooLarge));
    }
    if encoding != Encoding::Double && largest > f64::from(f32::MAX) {
        return Err(UserError::with_hint(
            format!("object {name:?}: coordinates of {largest:e} do not fit 32-bit floats"),
            "write the halves in 64-bit floats: --format obj or --format ply",
        )
        .of_kind(ErrorKind::TooLarge));
    }
    Ok(())
}
