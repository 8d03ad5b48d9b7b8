//! The separation of two shapes with corners, by the separating axis theorem.

use serde::Serialize;
use transect::{Plane, Polytope, Separation, overlap, separation};

use crate::error::ExampleError;
use crate::field::Field;
use crate::shape::{Body, Named};

/// The result of the exact overlap test of two shapes, with an axis that separates them or along which they overlap
/// least.
#[derive(Serialize)]
pub(super) struct SeparationAnswer {
    pair: [String; 2],
    overlap: bool,
    /// `true` if the shapes have common points and the depth of their overlap is zero. Then they only touch, or both
    /// are flat and lie in one plane. It is `None` if a non-convex polygon overlaps a shape that is not a polygon,
    /// because that shape may have no area.
    touching: Option<bool>,
    /// A direction from the first shape to the second.
    ///
    /// - If the shapes are apart: an exact separating axis, not normalized. It is `None` if floats cannot represent an
    ///   axis, or if no axis separates non-convex shapes.
    /// - If convex shapes overlap: the direction of the least translation of the second shape, scaled to length one.
    /// - If the shapes overlap and one of them is not convex: `None`.
    axis: Option<Vec<f64>>,
    /// The rounded intervals of both shapes along `axis`, measured with the axis scaled to length one.
    intervals: Option<[[f64; 2]; 2]>,
    /// If convex shapes overlap: the least translation of the second shape after which the two shapes only touch,
    /// rounded.
    translation: Option<Vec<f64>>,
    depth: Option<f64>,
    text: &'static str,
}

/// Returns the answer for two shapes. `fields` are the values of the shapes in the request, for error messages.
pub(super) fn separate<const D: usize>(
    shapes: [&Named<D>; 2],
    fields: [&Field<'_>; 2],
) -> Result<SeparationAnswer, ExampleError> {
    let [first, second] = [0, 1].map(|place| Operand::of(shapes[place], fields[place]));
    let (first, second) = (first?, second?);
    let (overlap, touching, witness, text) = if first.has_dents() || second.has_dents() {
        with_dents(&first, &second)
    } else {
        convex(&first, &second)
    };
    let (axis, translation, depth) = match witness {
        Some(Separation::Apart { axis }) => (axis, None, None),
        Some(overlapping @ Separation::Overlapping { depth, axis }) => {
            (Some(axis), overlapping.translation(), Some(depth))
        }
        None => (None, None, None),
    };
    // The axis is finite and not zero, so it is a valid normal of a plane. Signed distances from this plane measure
    // positions along the axis.
    let along = axis.and_then(|axis| Plane::new(axis, 0.0).ok());
    let intervals = along.map(|plane| {
        [&first, &second].map(|operand| {
            let interval = plane.interval(&operand.hull);
            [interval.backmost, interval.frontmost]
        })
    });
    Ok(SeparationAnswer {
        pair: shapes.map(|shape| shape.id.clone()),
        overlap,
        touching,
        axis: axis.map(|axis| axis.to_vec()),
        intervals,
        translation: translation.map(|translation| translation.to_vec()),
        depth,
        text,
    })
}

type Witnessed<const D: usize> = (bool, Option<bool>, Option<Separation<D>>, &'static str);

fn convex<const D: usize>(first: &Operand<'_, D>, second: &Operand<'_, D>) -> Witnessed<D> {
    let witness = separation(&first.hull, &second.hull);
    let (touching, text) = match witness {
        Separation::Apart { axis: Some(_) } => (false, "apart: the axis separates them"),
        Separation::Apart { axis: None } => {
            (false, "apart, but closer together than floats can resolve")
        }
        // The depth is zero if the shapes only touch, and also if both shapes are flat and lie in one plane. These two
        // cases are not distinguished.
        Separation::Overlapping { depth: 0.0, .. } => (true, "touching"),
        Separation::Overlapping { .. } => (false, "overlapping"),
    };
    (witness.is_overlap(), Some(touching), Some(witness), text)
}

fn with_dents<const D: usize>(first: &Operand<'_, D>, second: &Operand<'_, D>) -> Witnessed<D> {
    let pairs = || {
        first
            .pieces
            .iter()
            .flat_map(|a| second.pieces.iter().map(move |b| (a, b)))
    };
    let meeting: Vec<_> = pairs().filter(|(a, b)| overlap(*a, *b)).collect();
    if meeting.is_empty() {
        let hulls = separation(&first.hull, &second.hull);
        return if hulls.is_overlap() {
            (
                false,
                Some(false),
                None,
                "apart, but hooked into each other: no axis separates them",
            )
        } else {
            (
                false,
                Some(false),
                Some(hulls),
                "apart: the axis separates them",
            )
        };
    }
    if !(first.has_area && second.has_area) {
        return (true, None, None, "overlapping");
    }
    // Both pieces have an area. If the depth of their overlap is exactly zero, they only touch; otherwise their common
    // part has an area too.
    let only_touch = |(a, b): &(&&dyn Polytope<D>, &&dyn Polytope<D>)| {
        matches!(
            separation(*a, *b),
            Separation::Overlapping { depth: 0.0, .. }
        )
    };
    let touching = meeting.iter().all(only_touch);
    let text = if touching { "touching" } else { "overlapping" };
    (true, Some(touching), None, text)
}

/// A shape with corners, as its convex hull and its convex pieces.
struct Operand<'a, const D: usize> {
    hull: &'a dyn Polytope<D>,
    pieces: Vec<&'a dyn Polytope<D>>,
    has_area: bool,
}

impl<'a, const D: usize> Operand<'a, D> {
    fn of(shape: &'a Named<D>, field: &Field<'_>) -> Result<Self, ExampleError> {
        let convex = |hull: &'a dyn Polytope<D>| (hull, vec![hull], false);
        let (hull, pieces, has_area) = match &shape.body {
            Body::Cornered(shape) => convex(shape),
            Body::Segment(segment) => convex(segment),
            Body::Polygon { hull, pieces } => {
                let pieces = pieces.iter().map(|piece| &**piece).collect();
                (&**hull, pieces, true)
            }
            Body::Sphere(_) | Body::Line(_) | Body::Ray(_) => {
                return Err(field.refused(&format!(
                    "a {} has no corners; use a box, parallelepiped, triangle, segment, point or polygon",
                    shape.kind
                )));
            }
        };
        Ok(Self {
            hull,
            pieces,
            has_area,
        })
    }

    fn has_dents(&self) -> bool {
        self.pieces.len() > 1
    }
}
