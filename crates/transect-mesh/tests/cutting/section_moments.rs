//! Tests of the centroid, the second moments and the principal axes of sections: unions of boxes, turned and moved, against
//! sums over their cells, and circles against formulas.

use transect::Plane;
use transect::polygons::InsideRule;
use transect_mesh::{Section, SectionMoments};

use crate::cutting::laws::{Verdict, law};
use crate::cutting::meshes::Grid;
use crate::random::Random;
use crate::run::cases;

/// Returns the section of the union of some cells of 1 × 1 in the plane z = 1/2.
fn section(cells: &[[i64; 2]], random: &mut Random) -> Section {
    let cells: Vec<[i64; 3]> = cells.iter().map(|[x, y]| [*x, *y, 0]).collect();
    let mesh = Grid::voxels(&cells, 1, random).mesh();
    let plane = Plane::new([0.0, 0.0, 1.0], -0.5).expect("a plane");
    let section = mesh.section(&plane);
    section.inside(InsideRule::Nonzero).section.into_owned()
}

/// Returns the area, the centroid, and ∫ y² dA, ∫ x² dA and ∫ xy dA about it, of cells of 1 × 1.
fn counted(cells: &[[i64; 2]]) -> (f64, [f64; 2], [f64; 3]) {
    let area = cells.len() as f64;
    let middles = || {
        cells
            .iter()
            .map(|[x, y]| [*x as f64 + 0.5, *y as f64 + 0.5])
    };
    let [x, y] = [0, 1].map(|axis: usize| middles().map(|own| own[axis]).sum::<f64>() / area);
    let second = middles().fold([0.0; 3], |[about_x, about_y, product], [a, b]| {
        [
            about_x + (b - y) * (b - y) + 1.0 / 12.0,
            about_y + (a - x) * (a - x) + 1.0 / 12.0,
            product + (a - x) * (b - y),
        ]
    });
    (area, [x, y], second)
}

fn check(random: &mut Random) -> Result<bool, String> {
    let mut cells: Vec<[i64; 2]> = (0..random.between(1, 12))
        .map(|_| [random.between(-4, 4), random.between(-4, 4)])
        .collect();
    cells.sort_unstable();
    cells.dedup();
    let section = section(&cells, random);
    let (area, [x, y], second) = counted(&cells);
    let found = section.moments().ok_or("no moments")?;
    law!(
        (found.area - area).abs() <= found.area_error,
        "{found:?}: {area}"
    );
    let off = (0..2).map(|axis| found.centroid[axis] - [x, y][axis]);
    law!(
        off.map(|own| own * own).sum::<f64>().sqrt() <= found.centroid_error,
        "{found:?}: {x} {y}"
    );
    law!(
        found.centroid_error < 1e-10 && found.second_error < 1e-8,
        "{found:?}"
    );
    for (own, expected) in found.second.iter().zip(second) {
        law!(
            (own - expected).abs() <= found.second_error + 1e-13 * expected.abs(),
            "{found:?}: {second:?}"
        );
    }
    let difference = ((second[0] - second[1]).powi(2) + 4.0 * second[2].powi(2)).sqrt();
    law!(
        found.principal.is_some() == (difference > 1e-9),
        "{found:?}: {second:?}"
    );
    let Some(principal) = found.principal else {
        return Ok(false);
    };
    let [first, other] = principal.axes;
    let dot = |a: &[f64; 3], b: &[f64; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    law!(
        dot(&first, &other).abs() < 1e-15 && (dot(&first, &first) - 1.0).abs() < 1e-14,
        "{principal:?}"
    );
    // The moment about a line through the centroid, from the three moments about the axes of the frame.
    let about = |line: &[f64; 3]| {
        let [c, s] = found.axes.map(|axis| dot(&axis, line));
        c * c * second[0] + s * s * second[1] - 2.0 * s * c * second[2]
    };
    for (line, moment) in principal.axes.iter().zip(principal.moments) {
        law!(
            (about(line) - moment).abs() <= 4.0 * found.second_error + 1e-12 * moment.abs(),
            "{principal:?}: {}",
            about(line)
        );
    }
    law!(principal.moments[0] > principal.moments[1], "{principal:?}");
    Ok(true)
}

#[test]
fn moments_of_random_cells_are_sums_over_the_cells() -> Verdict {
    let mut different = 0;
    for seed in 0..cases(5_000) {
        let own = check(&mut Random::new(seed)).map_err(|what| format!("seed {seed}: {what}"))?;
        different += u64::from(own);
    }
    law!(
        different > cases(2_500) && different < cases(5_000),
        "{different}"
    );
    Ok(())
}

/// A body within another one counts once by the nonzero rule, and is a hole by the odd one.
#[test]
fn moments_follow_the_rule() {
    let nested = Grid::union(&[
        Grid::cuboid([0; 3], [8, 8, 2]),
        Grid::cuboid([0, 0, 0], [4, 8, 2]),
    ]);
    let plane: Plane = "z = 1".parse().expect("a plane");
    let section = nested.mesh().section(&plane);
    let centroid = |rule| {
        let inside = section.inside(rule);
        inside.section.moments().map(|own| (own.area, own.centroid))
    };
    assert_eq!(centroid(InsideRule::Nonzero), Some((64.0, [4.0, 4.0, 1.0])));
    assert_eq!(centroid(InsideRule::Odd), Some((32.0, [6.0, 4.0, 1.0])));
    let raw = section.moments().expect("an area");
    assert_eq!((raw.area, raw.centroid), (96.0, [10.0 / 3.0, 4.0, 1.0]));
}

/// The moments of several sections together are those of their union, if they lie apart.
#[test]
fn sections_are_measured_together() {
    let plane: Plane = "z = 1".parse().expect("a plane");
    let boxes = [
        Grid::cuboid([0; 3], [2; 3]),
        Grid::cuboid([4, 0, 0], [6, 2, 2]),
    ];
    let sections = boxes.clone().map(|own| own.mesh().section(&plane));
    let together = SectionMoments::of(sections.iter()).expect("an area");
    let union = Grid::union(&boxes).mesh().section(&plane);
    assert_eq!(union.moments(), Some(together));
    assert_eq!((together.area, together.centroid), (8.0, [3.0, 1.0, 1.0]));
    let empty = boxes[0]
        .mesh()
        .section(&"z = 9".parse::<Plane>().expect("a plane"));
    assert_eq!(empty.moments(), None);
}
