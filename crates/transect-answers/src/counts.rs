//! The side of each object, and the number of objects on each side.

use serde_json::{Value, json};
use transect::{CuttingPlane, Side};

use crate::error::AnswerError;
use crate::look::Look;
use crate::model::Model;
use crate::overtaken::Overtaken;
use crate::plane_request::plane_json;

/// The numbers of objects in front of the plane, on it, and behind it. Two further numbers are for objects
/// that the plane only touches (`touching`), and for objects with parts on both sides but no part on the plane
/// (`divided`).
#[derive(Debug, Default)]
pub(crate) struct Counts {
    front: usize,
    on: usize,
    back: usize,
    touching: usize,
    divided: usize,
    /// The sides of the objects, one letter each: f (front), o (on) or b (back).
    pub(crate) sides: String,
}

impl Counts {
    pub(crate) fn add(&mut self, look: &Look) {
        match look.side {
            Side::Front => self.front += 1,
            Side::On => self.on += 1,
            Side::Back => self.back += 1,
        }
        self.touching += usize::from(look.touching);
        self.divided += usize::from(look.divided);
        self.sides.push(look.letter());
    }

    pub(crate) fn to_json(&self) -> Value {
        json!({
            "total": self.sides.len(),
            "front": self.front,
            "on": self.on,
            "back": self.back,
            "touching": self.touching,
            "divided": self.divided,
        })
    }
}

/// Returns the sides of all objects, without their sections. This is the answer to `POST sort`.
pub(crate) fn sort(
    model: &Model,
    plane: &CuttingPlane,
    overtaken: &Overtaken<'_>,
) -> Result<Value, AnswerError> {
    let mut counts = Counts::default();
    for object in &model.objects {
        overtaken.check()?;
        let of_box = object.mesh().bounds().map(|bounds| plane.extent(bounds));
        let look = object.look(plane, of_box, None);
        counts.add(&look);
    }
    Ok(json!({"plane": plane_json(plane), "counts": counts.to_json(), "sides": counts.sides}))
}
