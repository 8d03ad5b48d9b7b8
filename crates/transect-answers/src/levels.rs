//! The heights at which large faces lie, as named stops for the height of a plane.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use transect::vector::dot;

use crate::faces::faces;
use crate::model::Model;

/// The largest number of heights in an answer.
const MOST: usize = 12;
/// A height is listed if its faces have at least this share of the area of the height with the largest faces.
const SHARE: f64 = 0.1;

/// The level faces at one height.
#[derive(Default)]
struct Level {
    /// The area of the faces that face along the normal, and of those that face against it.
    areas: [f64; 2],
    /// The area of the faces of each object.
    objects: BTreeMap<usize, f64>,
}

/// Returns the heights along a normal n at which large faces lie: the triangles whose three corners have the same n·p.
/// Rooms and openings are left out. The heights are in ascending order.
pub(crate) fn levels(model: &Model, normal: [f64; 3]) -> Value {
    let height = |point: &[f64; 3]| dot(&normal, point);
    // The keys are heights as their bits, which identify equal numbers. Adding 0.0 replaces −0.0.
    let mut levels: BTreeMap<u64, Level> = BTreeMap::new();
    for (index, object) in model.objects.iter().enumerate() {
        if object.is_air {
            continue;
        }
        for face in faces(object.mesh()) {
            let [at, two, three] = face.corners.map(|corner| height(&corner) + 0.0);
            if at != two || at != three {
                continue;
            }
            let area = face.area();
            let level = levels.entry(at.to_bits()).or_default();
            level.areas[usize::from(height(&face.area_vector) < 0.0)] += area;
            *level.objects.entry(index).or_default() += area;
        }
    }
    let area = |level: &Level| level.areas[0] + level.areas[1];
    let largest = levels.values().map(area).fold(0.0, f64::max);
    let mut large: Vec<(f64, &Level)> = levels
        .iter()
        .filter(|(_, level)| 0.0 < area(level) && largest * SHARE <= area(level))
        .map(|(bits, level)| (f64::from_bits(*bits), level))
        .collect();
    large.sort_by(|(_, one), (_, two)| area(two).total_cmp(&area(one)));
    large.truncate(MOST);
    large.sort_by(|(one, _), (two, _)| one.total_cmp(two));
    let listed = large.into_iter().map(|(height, level)| {
        let most = level
            .objects
            .iter()
            .max_by(|one, two| one.1.total_cmp(two.1));
        json!({
            "height": height,
            "area": area(level),
            "faces": if level.areas[1] <= level.areas[0] { "front" } else { "back" },
            "object": most.map(|(object, _)| object),
            "objects": level.objects.len(),
        })
    });
    listed.collect()
}
