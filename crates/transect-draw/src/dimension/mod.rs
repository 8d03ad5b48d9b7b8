//! Dimensions of a plan: the overall lengths along both axes, and on each side a chain of lengths along the outline
//! with its openings. A chain is divided at its stops, which [`silhouette`] finds. Lengths on the page are in px.

mod chain;
mod edge;
mod envelope;
pub(crate) mod lines;
mod number;
mod silhouette;

use crate::class::{Class, finite, outlines};
use crate::dimension::chain::Chain;
use crate::dimension::edge::Edge;
use crate::dimension::lines::Dimensions;
use crate::dimension::number::Numbers;
use crate::dimension::silhouette::{Side, Stop, stops};
use crate::drawing::{Drawing, Item};
use crate::grid::{Bounds, Frame, Insets};
use crate::style::Layer;
use crate::text::Texts;

/// The distance between the drawing and the nearest dimension line.
const FIRST: f64 = 24.0;
/// The distance between two parallel dimension lines.
const ROW: f64 = 24.0;
/// The space beyond the last dimension line.
const BEYOND: f64 = 12.0;
/// The smallest step in an outline that a chain shows.
const STEP: f64 = 4.0;
/// A chain has a stop where a face parallel to it meets a slanted face, if the parallel face is longer than this.
const FACE: f64 = 12.0;

/// Returns the space that the dimensions of a drawing need around it. Without dimensions, there is no space.
pub(crate) fn insets(drawing: &Drawing) -> Insets {
    if !drawing.has_dimensions {
        return Insets::default();
    }
    let one = FIRST + BEYOND;
    let two = one + ROW;
    Insets {
        left: two,
        top: one,
        right: one,
        bottom: two,
    }
}

/// Places the dimensions of a drawing: their numbers in `texts`, and their lines in the result.
pub(crate) fn place(
    texts: &mut Texts,
    drawing: &Drawing,
    bounds: &Bounds,
    classes: &[Class<'_>],
    frame: &Frame,
) -> Dimensions {
    let mut dimensions = Dimensions::default();
    if !drawing.has_dimensions {
        return dimensions;
    }
    let parts = parts(classes);
    let solid = parts.iter().filter(|(_, is_solid)| *is_solid);
    let points = solid.flat_map(|(item, _)| outlines(item)).flatten();
    let Some(own) = Bounds::of(points) else {
        return dimensions;
    };
    let unit = 1.0 / frame.scale();
    let chain = |side: Side| {
        let [a, b] = [own.min, own.max].map(|corner| side.seen(corner)[0]);
        within(
            &stops(&seen(&parts, side), STEP * unit, FACE * unit),
            [a, b],
        )
    };
    let [below, left, above, right] =
        [Side::Below, Side::Left, Side::Above, Side::Right].map(|side| (side, chain(side)));
    let overall = [Side::Below, Side::Left].map(|side| {
        let [low, high] = [own.min, own.max].map(|corner| side.seen(corner));
        (
            side,
            [low, high].map(|[along, _]| Stop {
                along,
                depth: low[1],
            }),
        )
    });
    let [above, right] = [(above, &below), (right, &left)].map(|((side, own), opposite)| {
        let is_new = !are_near(&own, &opposite.1, unit);
        (side, if is_new { own } else { Vec::new() })
    });
    let chains = [below, left, above, right];
    let lengths = |stops: &[Stop]| -> Vec<f64> {
        stops
            .windows(2)
            .map(|two| two[1].along - two[0].along)
            .collect()
    };
    let all: Vec<f64> = chains
        .iter()
        .flat_map(|(_, stops)| lengths(stops))
        .chain(overall.iter().flat_map(|(_, stops)| lengths(stops)))
        .collect();
    let numbers = Numbers::of(&all);
    let [low, high] = [bounds.min, bounds.max].map(|corner| frame.place(corner));
    let line = |side: Side, row: f64| match side {
        Side::Below => low[1] + FIRST + row * ROW,
        Side::Left => low[0] - FIRST - row * ROW,
        Side::Above => high[1] - FIRST,
        Side::Right => high[0] + FIRST,
    };
    for (side, stops) in &chains {
        // A chain with one part is left out, because it would repeat the overall length.
        if stops.len() > 2 {
            let chain = Chain {
                side: *side,
                stops,
                line: line(*side, 0.0),
                nearer: None,
            };
            chain.place(texts, numbers, frame, &mut dimensions);
        }
    }
    for ((side, stops), (_, chain)) in overall.iter().zip(&chains) {
        let is_second = chain.len() > 2;
        let chain = Chain {
            side: *side,
            stops,
            line: line(*side, if is_second { 1.0 } else { 0.0 }),
            nearer: is_second.then(|| line(*side, 0.0)),
        };
        chain.place(texts, numbers, frame, &mut dimensions);
    }
    dimensions
}

/// Returns the stops between two positions, with an added stop at each of both. The two positions are the ends of the
/// solid objects; windows and doors may reach a little beyond them.
fn within(stops: &[Stop], [low, high]: [f64; 2]) -> Vec<Stop> {
    let end = |along: f64| {
        let near = stops.iter().min_by(|a, b| {
            let distance = |stop: &Stop| (stop.along - along).abs();
            distance(a).total_cmp(&distance(b))
        });
        near.map(|stop| Stop {
            along,
            depth: stop.depth,
        })
    };
    let inner = stops
        .iter()
        .filter(|stop| low < stop.along && stop.along < high);
    end(low)
        .into_iter()
        .chain(inner.copied())
        .chain(end(high))
        .collect()
}

/// Returns `true` if two lists of stops have the same positions, up to `tolerance`.
fn are_near(a: &[Stop], b: &[Stop], tolerance: f64) -> bool {
    let mut both = a.iter().zip(b);
    a.len() == b.len() && both.all(|(a, b)| (a.along - b.along).abs() <= tolerance)
}

/// Returns the objects that are dimensioned, each with `true` if it is solid. In a plan with walls or columns, only
/// walls, columns, windows and doors are dimensioned, and the walls and columns are solid. In any other drawing, all
/// objects are dimensioned and solid, except that spaces, openings and the ground are left out.
fn parts<'a>(classes: &[Class<'a>]) -> Vec<(&'a Item, bool)> {
    let is_wall = |layer: Layer| matches!(layer, Layer::Wall | Layer::Column);
    let has_walls = classes.iter().any(|class| is_wall(class.style.layer));
    let kind = |layer: Layer| match layer {
        Layer::Space | Layer::Opening | Layer::Ground => None,
        _ if !has_walls => Some(true),
        Layer::Infill => Some(false),
        _ => is_wall(layer).then_some(true),
    };
    classes
        .iter()
        .filter_map(|class| Some((class, kind(class.style.layer)?)))
        .flat_map(|(class, is_solid)| {
            class
                .objects
                .iter()
                .map(move |object| (object.item, is_solid))
        })
        .collect()
}

/// Returns the edges of objects as seen from a side.
fn seen(parts: &[(&Item, bool)], side: Side) -> Vec<Edge> {
    let mut edges = Vec::new();
    for (item, is_solid) in parts {
        let mut add = |a: &[f64; 2], b: &[f64; 2]| {
            edges.push(Edge::of(side.seen(*a), side.seen(*b), *is_solid));
        };
        for points in item.loops.iter().filter(|points| finite(points)) {
            let next = points.iter().cycle().skip(1);
            points.iter().zip(next).for_each(|(a, b)| add(a, b));
        }
        for points in item.chains.iter().filter(|points| finite(points)) {
            points.windows(2).for_each(|two| add(&two[0], &two[1]));
        }
    }
    edges
}
