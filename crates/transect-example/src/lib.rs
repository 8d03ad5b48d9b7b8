//! The example scene: exact answers for shapes and planes.
//!
//! A request contains shapes and planes. The viewer's page sends one whenever the user drags a shape or plane. The
//! answer contains the side of each shape, its extent along the normal, the intersections of lines and planes, and the
//! separating axes of pairs. Decisions are exact; coordinates for drawing are rounded. docs/viewer-example-api.md lists
//! all keys.

mod answer;
mod bounds;
mod error;
mod field;
mod meetings;
mod plane;
mod sat;
mod shape;
mod side;
#[cfg(test)]
mod tests;

use serde_json::{Value, json};
use transect::Plane;

use crate::answer::ShapeAnswer;
use crate::bounds::{MOST_CORNERS, MOST_PAIRS, MOST_PLANES, MOST_SHAPES};
pub use crate::error::ExampleError;
use crate::field::Field;
use crate::plane::PlaneAnswer;
use crate::shape::Named;

/// Returns the answer to the body of a request. The largest requests take a second or more.
///
/// # Errors
/// Returns an [`ExampleError`], which names the field and the cause.
pub fn answer(body: &[u8]) -> Result<Value, ExampleError> {
    let request: Value = serde_json::from_slice(body).map_err(|error| ExampleError::NotJson {
        line: error.line(),
        column: error.column(),
        reason: error.to_string(),
    })?;
    let request = Field::of(&request);
    request.only(&["mode", "planes", "shapes", "separate", "client", "sequence"])?;
    let mode = request.need("mode")?.word(&["2d", "3d"])?;
    let mut answer = if mode == "2d" {
        let planes = planes::<2>(&request)?;
        let shapes = shapes(&request, shape::in_plane)?;
        let mut answer = answers(&planes, &shapes);
        answer["meetings"] = json!(meetings::of_lines(&planes));
        answer["separations"] = separations(&request, &shapes)?;
        answer
    } else {
        let planes = planes::<3>(&request)?;
        let shapes = shapes(&request, shape::in_space)?;
        let mut answer = answers(&planes, &shapes);
        for (shape, place) in shapes.iter().zip(0..) {
            answer["answers"][place]["section"] = json!(shape.section(&planes[0]));
        }
        answer["meetings"] = json!(meetings::of_planes(&planes));
        answer["meeting_of_three"] = json!(meetings::of_three_planes(&planes));
        answer["separations"] = separations(&request, &shapes)?;
        answer
    };
    answer["mode"] = json!(mode);
    if let Some(sequence) = request.get("sequence") {
        answer["sequence"] = sequence.number()?.into();
    }
    Ok(answer)
}

fn planes<const D: usize>(request: &Field<'_>) -> Result<Vec<Plane<D>>, ExampleError> {
    let field = request.need("planes")?;
    let planes = field.list(MOST_PLANES)?;
    if planes.is_empty() {
        return Err(field.refused("the list is empty; at least one plane is required"));
    }
    planes.iter().map(plane::read).collect()
}

fn shapes<const D: usize>(
    request: &Field<'_>,
    read: impl Fn(&Field<'_>) -> Result<Named<D>, ExampleError>,
) -> Result<Vec<Named<D>>, ExampleError> {
    let Some(field) = request.get("shapes") else {
        return Ok(Vec::new());
    };
    let fields = field.list(MOST_SHAPES)?;
    let mut shapes: Vec<Named<D>> = Vec::with_capacity(fields.len());
    let mut corners = 0;
    for field in &fields {
        if field.get("kind").is_some_and(|kind| kind.is("polygon")) {
            corners += field.get("corners").map_or(0, |corners| corners.count());
        }
        if corners > MOST_CORNERS {
            return Err(ExampleError::TooManyCorners {
                field: field.path("corners"),
                count: corners,
                most: MOST_CORNERS,
            });
        }
        let shape = read(field)?;
        if shapes.iter().any(|other| other.id == shape.id) {
            let id = shape.id;
            return Err(field.refused(&format!("another shape has the same id {id:?}")));
        }
        shapes.push(shape);
    }
    Ok(shapes)
}

fn answers<const D: usize>(planes: &[Plane<D>], shapes: &[Named<D>]) -> Value {
    let answers = shapes.iter().map(|shape| ShapeAnswer::of(shape, planes));
    json!({
        "planes": planes.iter().map(PlaneAnswer::of).collect::<Vec<_>>(),
        "answers": answers.collect::<Vec<_>>(),
    })
}

/// Returns the separation of each pair of shapes that the request lists. A pair is given by the ids of its shapes.
fn separations<const D: usize>(
    request: &Field<'_>,
    shapes: &[Named<D>],
) -> Result<Value, ExampleError> {
    let Some(pairs) = request.get("separate") else {
        return Ok(json!([]));
    };
    let separations = pairs.list(MOST_PAIRS)?.into_iter().map(|pair| {
        let named = |field: &Field<'_>| {
            let id = field.text()?;
            let shape = shapes.iter().find(|shape| shape.id == id);
            shape.ok_or_else(|| field.refused(&format!("no shape has the id {id:?}")))
        };
        let [first, second] = pair.two()?;
        sat::separate([named(&first)?, named(&second)?], [&first, &second])
    });
    Ok(json!(separations.collect::<Result<Vec<_>, _>>()?))
}
