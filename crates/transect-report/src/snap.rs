//! Planes that move onto vertices which the numbers of a file rounded (`--snap`).

use transect::{CuttingPlane, Plane};
use transect_mesh::scene::Scene;

use crate::heights::LayerHeight;
use crate::numbers::counted;
use crate::planes::CutPlanes;

/// The number of heights that a note lists.
const LISTED: usize = 20;

/// The heights that moved: the axis, the height before, and the height after.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moved(Vec<(usize, [f64; 2])>);

impl Moved {
    fn add(&mut self, axis: usize, before: f64, after: f64) {
        if before != after {
            self.0.push((axis, [before, after]));
        }
    }

    /// Returns the note about the heights that moved, or that none did.
    #[must_use]
    pub fn note(&self) -> String {
        if self.0.is_empty() {
            return "--snap moved no plane: no vertex with 32-bit numbers, of an object without a transform, is within half \
                    a unit in the last place"
                .into();
        }
        let moves = self.0.iter().take(LISTED).map(|(axis, [before, after])| {
            let name = ["x", "y", "z"][*axis];
            format!("from {name} = {before} to {name} = {after}")
        });
        let mut moves: Vec<String> = moves.collect();
        if self.0.len() > LISTED {
            moves.push(format!("and {} more", self.0.len() - LISTED));
        }
        format!(
            "--snap moved {} onto vertices {}",
            counted(self.0.len(), "plane"),
            moves.join(", ")
        )
    }
}

/// Returns the axis and the height of a plane that is perpendicular to an axis and given by coefficients, or by a point
/// and a normal.
fn height_of(plane: &CuttingPlane) -> Option<(usize, f64)> {
    let normal = plane.plane().normal();
    let axis = (0..3).find(|&axis| normal[axis] != 0.0)?;
    let is_along = (0..3).all(|other| other == axis || normal[other] == 0.0);
    let height = match plane {
        CuttingPlane::Points(_) => return None,
        CuttingPlane::Coefficients(plane) => -plane.offset() / normal[axis],
        CuttingPlane::PointAndNormal(plane) => plane.point()[axis],
    };
    (is_along && height.is_finite()).then_some((axis, height + 0.0))
}

/// Moves the planes of a cut that are perpendicular to an axis onto vertices of the wanted objects
/// ([`Scene::snapped`]). Returns the heights that moved. Planes through three points stay.
pub fn snap_planes(planes: &mut CutPlanes, scene: &Scene, wanted: impl Fn(usize) -> bool) -> Moved {
    let mut moved = Moved::default();
    for own in &mut planes.planes {
        let Some((axis, before)) = height_of(&own.plane) else {
            continue;
        };
        let after = scene.snapped(axis, &[before], &wanted)[0];
        let mut normal = [0.0; 3];
        normal[axis] = own.plane.plane().normal()[axis].signum();
        if let Ok(plane) = Plane::new(normal, -normal[axis] * after)
            && before != after
        {
            own.plane = plane.into();
            own.text = plane.to_string();
            moved.add(axis, before, after);
        }
    }
    moved
}

/// Moves the heights of the sections of layers onto vertices of the wanted objects ([`Scene::snapped`]). Returns the
/// heights that moved. The faces of layers stay.
pub fn snap_layers(
    layers: &mut Vec<LayerHeight>,
    axis: usize,
    scene: &Scene,
    wanted: impl Fn(usize) -> bool,
) -> Moved {
    let before: Vec<f64> = layers.iter().map(|layer| layer.height).collect();
    let after = scene.snapped(axis, &before, wanted);
    let mut moved = Moved::default();
    for ((layer, before), after) in layers.iter_mut().zip(before).zip(after) {
        layer.height = after;
        moved.add(axis, before, after);
    }
    // Two heights may move to one.
    layers.dedup_by_key(|layer| layer.height);
    moved
}
