//! Random meshes cut by planes that are likely to pass through vertices, edges and faces.

use transect::Side;

use crate::cutting::families::{Family, plane, to_plane};
use crate::cutting::laws::{Verdict, every_law, law};
use crate::cutting::meshes::Grid;
use crate::cutting::oracle::{
    abs, area_bound, doubled_shadow, exact, sixfold_volumes, volume_bound,
};
use crate::random::Random;
use crate::run::cases;

/// The numbers of random tests: meshes per family, and planes per mesh.
const MESHES: u64 = 120;
const PLANES: usize = 6;

fn try_family(family: Family) {
    let mut broken = Vec::new();
    for seed in 0..cases(MESHES) {
        let mut random = Random::new(seed << 8 | family as u64);
        let grid = family.mesh(&mut random);
        for _ in 0..PLANES {
            let coefficients = plane(&grid, &mut random);
            if let Err(what) = one_cut(family, &grid, coefficients) {
                broken.push(format!(
                    "{family:?}, seed {seed}, plane {coefficients:?}: {what}"
                ));
            }
        }
    }
    let count = broken.len();
    broken.truncate(8);
    assert!(
        broken.is_empty(),
        "{count} broken laws, among them\n{}",
        broken.join("\n")
    );
}

fn one_cut(family: Family, grid: &Grid, coefficients: [i64; 4]) -> Verdict {
    let mesh = grid.mesh();
    law!(
        mesh.boundary().is_closed() || !family.is_closed(),
        "the generator made an open mesh"
    );
    let plane = to_plane(coefficients);
    let split = every_law(&mesh, &plane)?;
    if !mesh.boundary().is_closed() {
        return Ok(());
    }
    let largest = grid
        .positions
        .iter()
        .flatten()
        .map(|c| c.abs())
        .max()
        .unwrap_or(0) as f64;
    // Compares the volumes of the halves with exact values from the oracle.
    let area = split.front.area() + split.back.area();
    let bound = volume_bound(largest, area);
    for (half, sixfold) in [&split.front, &split.back]
        .into_iter()
        .zip(sixfold_volumes(grid, &coefficients))
    {
        let difference = abs(exact(half.volume()) - &sixfold / exact(6.0));
        law!(
            difference <= bound,
            "the volume {} should be {sixfold}/6",
            half.volume()
        );
    }
    // Compares both possible areas of the section. Points on the plane count first as points in front, then as points
    // behind.
    for side in [Side::Front, Side::Back] {
        let section = split.sections.counting_on_as(side);
        let (doubled, axis) = doubled_shadow(grid, &coefficients, side);
        let points = section.loops.iter().map(|l| l.points.len()).sum();
        let bound = area_bound(largest, section.perimeter(), points);
        // The area of a section is |n|/|nₖ| times the area of its projection along the dominant axis k. This factor is
        // rational for few planes only, so the areas of projections are compared.
        let normal = plane.normal();
        let stretch = normal.iter().map(|c| c * c).sum::<f64>().sqrt() / normal[axis].abs();
        let difference = abs(exact(section.area() / stretch) - &doubled / exact(2.0));
        law!(
            difference <= bound,
            "counting {side}, the shadow's area is {}, not {doubled}/2",
            section.area() / stretch
        );
        // Two boxes of this family may touch within their faces. If the plane is oblique, the rounded loops of two such
        // boxes may cross, so nesting of loops is not checked.
        let along_axis = coefficients[..3].iter().filter(|&&c| c != 0).count() == 1;
        if family.is_clean() && (along_axis || family != Family::Boxes) {
            let holes = section.loops.iter().filter(|l| l.is_hole).count();
            let negative = section.loops.iter().filter(|l| l.area < 0.0).count();
            law!(
                holes == negative,
                "{holes} holes, {negative} loops run clockwise"
            );
            for section_loop in &section.loops {
                let parent = section_loop.parent.map(|parent| &section.loops[parent]);
                law!(
                    parent.is_none_or(|parent| parent.area.abs() > section_loop.area.abs()
                        && (parent.area > 0.0) != (section_loop.area > 0.0)),
                    "a loop of area {} lies in one of {:?}",
                    section_loop.area,
                    parent.map(|parent| parent.area)
                );
            }
        }
    }
    if family.is_clean() {
        law!(!split.caps_cross, "outlines of a clean mesh cross");
        // The area of caps that do not overlap equals the area of their loops.
        let caps: f64 = (0..split.back.triangles().len())
            .filter(|&index| split.back.part(index) == transect_mesh::CAP)
            .map(|index| triangle_area(&split.back.corners(index)))
            .sum();
        let expected = cap_area(&split.cap_loops);
        let perimeter = caps.max(1.0) * 64.0;
        law!(
            abs(exact(caps) - exact(expected))
                <= area_bound(largest, perimeter, split.back.triangles().len()),
            "caps of area {caps} fill loops of area {expected}"
        );
    }
    Ok(())
}

fn triangle_area([a, b, c]: &[[f64; 3]; 3]) -> f64 {
    use transect::vector::{cross, length, sub};
    0.5 * length(&cross(&sub(b, a), &sub(c, a)))
}

fn cap_area(loops: &[Vec<[f64; 3]>]) -> f64 {
    use transect::vector::{add, cross, length, sub};
    let mut sum = [0.0; 3];
    for points in loops {
        for pair in points.windows(2).skip(1) {
            let spanned = cross(&sub(&pair[0], &points[0]), &sub(&pair[1], &points[0]));
            sum = add(&sum, &spanned);
        }
    }
    0.5 * length(&sum)
}

macro_rules! families {
    ($($name:ident: $family:ident,)*) => {
        $(#[test]
        fn $name() {
            try_family(Family::$family);
        })*

        #[test]
        fn every_family_is_tried() {
            assert_eq!(Family::ALL, [$(Family::$family),*]);
        }
    };
}

families! {
    voxels: Voxels,
    boxes: Boxes,
    terrain: Terrain,
    hulls: Hull,
    tori: Torus,
    tetrahedra: Tetrahedra,
    crossing: Crossing,
    doubled: Doubled,
    dirty: Dirty,
    soup: Soup,
}
