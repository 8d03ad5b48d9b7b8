//! The areas that a triangle of the input has in the cells of the parts, rounded. They only say in which part a fault is.

use alloc::vec;
use alloc::vec::Vec;

use transect::Cutter as _;
use transect_exact::Side;
use transect_exact::arrays::{Few as _, array};

use crate::mesh::certificate::exact::Exact;
use crate::mesh::certificate::judged::Place as PartPlace;
use crate::mesh::measure::triangle_area;

/// Areas that differ by less than this part of a triangle are called equal, where they choose the name of a fault, or which
/// label of a triangle is tried. Neither decides whether parts are right.
pub(super) const SLIGHT: f64 = 1e-6;

/// Returns the area of a triangle in the cell of each part, `times` times.
pub(super) fn areas_in_parts(exact: &Exact<'_>, corners: &[[f64; 3]; 3], times: f64) -> Vec<f64> {
    let mut areas = vec![0.0; exact.parts.len()];
    let whole = triangle_area(corners);
    let cells = exact.parts.iter().zip(&exact.walls);
    for ((part, walls), area) in cells.zip(&mut areas) {
        let mut polygon = corners.to_vec();
        for &(plane, side) in walls {
            polygon = clipped(exact, &polygon, plane, side);
        }
        let inside = times * area_of(&polygon);
        *area = match part.place {
            PartPlace::Outside => times * whole - inside,
            _ => inside,
        };
    }
    areas
}

/// Returns the part of a convex polygon on one side of a plane.
fn clipped(exact: &Exact<'_>, polygon: &[[f64; 3]], plane: u32, side: Side) -> Vec<[f64; 3]> {
    let plane = exact.planes[plane as usize].measuring_plane();
    let value = |point: &[f64; 3]| {
        let distance = plane.signed_distance(point);
        if side == Side::Back {
            -distance
        } else {
            distance
        }
    };
    let mut rest = Vec::with_capacity(polygon.len() + 1);
    for (place, from) in polygon.iter().enumerate() {
        let to = &polygon[(place + 1) % polygon.len()];
        let [start, end] = [from, to].each(value);
        if start >= 0.0 {
            rest.push(*from);
        }
        if (start < 0.0 && end > 0.0) || (start > 0.0 && end < 0.0) {
            let t = start / (start - end);
            rest.push(array(|axis| from[axis] + t * (to[axis] - from[axis])));
        }
    }
    rest
}

fn area_of(polygon: &[[f64; 3]]) -> f64 {
    let Some((first, rest)) = polygon.split_first() else {
        return 0.0;
    };
    let fan = rest.windows(2);
    fan.map(|pair| triangle_area(&[*first, pair[0], pair[1]]))
        .sum()
}
