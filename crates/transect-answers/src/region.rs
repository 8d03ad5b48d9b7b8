//! `POST region`: classifies the objects by their bounding boxes against a region of several planes, or against
//! the view of a camera.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use transect::{Aabb, Overlap, Plane, Region};
use transect_report::camera::frustum;

use crate::error::AnswerError;
use crate::model::Model;
use crate::plane_request::PlaneRequest;

/// The greatest number of planes in a request. The time to intersect them grows with the cube of their number.
const MOST_PLANES: usize = 32;

/// The body of the question `region`: either planes, whose common front is the region, or a camera.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RegionRequest {
    planes: Option<Vec<PlaneRequest>>,
    camera: Option<Box<RawValue>>,
}

/// The numbers of objects inside the region, meeting it and outside it. `letters` has one letter per object: i, m or o.
#[derive(Default)]
struct Overlaps {
    counts: [usize; 3],
    letters: String,
}

impl Overlaps {
    fn add(&mut self, overlap: Overlap) {
        let (place, letter) = match overlap {
            Overlap::Inside => (0, 'i'),
            Overlap::Meets => (1, 'm'),
            Overlap::Outside => (2, 'o'),
        };
        self.counts[place] += 1;
        self.letters.push(letter);
    }

    fn answer(&self) -> Value {
        let [inside, meets, outside] = self.counts;
        json!({"inside": inside, "meets": meets, "outside": outside})
    }
}

impl RegionRequest {
    fn region(&self) -> Result<Vec<Plane>, AnswerError> {
        match (&self.planes, &self.camera) {
            (Some(planes), None) if (1..=MOST_PLANES).contains(&planes.len()) => planes
                .iter()
                .map(|plane| Ok(*plane.plane()?.plane()))
                .collect(),
            (Some(planes), None) => Err(AnswerError::bad(format!(
                "planes: {} planes are given; there must be from 1 to {MOST_PLANES}",
                planes.len()
            ))),
            (None, Some(camera)) => {
                let frustum = frustum(camera.get()).map_err(|(error, hint)| {
                    AnswerError::bad(format!("camera{error}")).with_hint(hint)
                })?;
                Ok(frustum.planes().to_vec())
            }
            _ => Err(AnswerError::bad(
                "the request must have either planes or a camera",
            )),
        }
    }
}

/// Classifies the bounding boxes of all objects in two ways: exactly, and conservatively. The conservative way tests
/// plane by plane, so some boxes outside the region count as meeting it.
pub(crate) fn region(model: &Model, request: &RegionRequest) -> Result<Value, AnswerError> {
    let planes = request.region()?;
    let region = Region::new(&planes);
    let mut conservative = Overlaps::default();
    let mut exact = Overlaps::default();
    for object in &model.objects {
        let bounds: Option<&Aabb> = object.mesh().bounds();
        let outside = Overlap::Outside;
        conservative.add(bounds.map_or(outside, |aabb| region.overlap_conservative(aabb)));
        exact.add(bounds.map_or(outside, |aabb| region.overlap(aabb)));
    }
    let boundary = region.boundary();
    let corners: Vec<[f64; 3]> = boundary
        .vertices
        .iter()
        .map(|corner| corner.point)
        .collect();
    let edges = boundary.edges.iter();
    let segments: Vec<[usize; 2]> = edges
        .clone()
        .filter_map(|edge| match edge.ends {
            [Some(from), Some(to)] => Some([from, to]),
            _ => None,
        })
        .collect();
    let rays: Vec<Value> = edges
        .filter_map(|edge| {
            let away = match edge.ends {
                [Some(_), Some(_)] => return None,
                [None, Some(_)] => edge.direction.map(|c| 0.0 - c),
                _ => edge.direction,
            };
            Some(json!({"from": edge.point, "direction": away}))
        })
        .collect();
    Ok(json!({
        "counts": {"conservative": conservative.answer(), "exact": exact.answer()},
        "conservative": conservative.letters,
        "exact": exact.letters,
        "planes": planes.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "empty": region.is_empty(),
        "corners": corners,
        "edges": segments,
        "rays": rays,
    }))
}
