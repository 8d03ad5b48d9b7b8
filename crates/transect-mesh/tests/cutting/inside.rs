//! Tests of the points of a section that are inside by a rule: boxes with integer coordinates, whose cells are counted.

use transect::Plane;
use transect::polygons::InsideRule;
use transect_exact::Side;
use transect_mesh::scene::{Encoding, Node, Scene, SceneMesh};
use transect_mesh::{Mesh, PartPlace, RawMesh};

use crate::cutting::bodies::Cuboid;
use crate::cutting::laws::{Verdict, law};
use crate::cutting::meshes::Grid;
use crate::random::Random;
use crate::run::cases;

/// Returns the numbers of cells with −1 ≤ x, y < 13 that are inside, and of their sides toward cells that are not, in a
/// layer of cells across an axis.
fn counted(cuboids: &[Cuboid], axis: usize, layer: i64, rule: InsideRule) -> [f64; 2] {
    let is_inside = |x: i64, y: i64| {
        let mut p = [layer; 3];
        [p[(axis + 1) % 3], p[(axis + 2) % 3]] = [x, y];
        let holding = cuboids.iter().filter(|own| own.holds(p));
        rule.is_inside(holding.map(|own| own.times).sum())
    };
    let cells = || (-1..13).flat_map(|x| (-1..13).map(move |y| (x, y)));
    let inside = cells().filter(|&(x, y)| is_inside(x, y)).count();
    let sides = cells().map(|(x, y)| {
        let own = is_inside(x, y);
        usize::from(own != is_inside(x + 1, y)) + usize::from(own != is_inside(x, y + 1))
    });
    [inside as f64, sides.sum::<usize>() as f64]
}

/// Returns the number of compared sections, and how many of them had another boundary.
fn check(random: &mut Random) -> Result<[usize; 2], String> {
    let count = random.between(1, 5);
    let cuboids: Vec<Cuboid> = (0..count).map(|_| Cuboid::random(random)).collect();
    let grids: Vec<Grid> = cuboids.iter().flat_map(Cuboid::grids).collect();
    let mesh = Grid::union(&grids).mesh();
    let mut found = [0; 2];
    for _ in 0..2 {
        let (axis, layer) = (random.between(0, 2) as usize, random.between(0, 11));
        // The section through the middles of the cells, and the limit toward a plane with faces.
        let [low, middle] = [0.0, 0.5].map(|above| {
            let mut normal = [0.0; 3];
            normal[axis] = random.pick(&[1.0, -1.0, 2.0]);
            let height = layer as f64 + above;
            (
                normal[axis] > 0.0,
                Plane::new(normal, -normal[axis] * height),
            )
        });
        for (rises, plane, side) in [
            (middle.0, middle.1, Side::Front),
            (low.0, low.1, if low.0 { Side::Back } else { Side::Front }),
        ] {
            let plane = plane.map_err(|error| error.to_string())?;
            let sections = mesh.sections(&plane);
            let section = sections.counting_on_as(side);
            for (_, rule) in InsideRule::NAMES {
                let [area, perimeter] = counted(&cuboids, axis, layer, rule);
                let inside = section.inside(rule);
                let own = &*inside.section;
                // Plane cuts of diagonals are rounded, and so are points where outlines cross.
                let rounding = inside.displacement + 64.0 * f64::EPSILON;
                let near = |found: f64, expected: f64| {
                    (found - expected).abs()
                        <= rounding * (4.0 * perimeter + own.loops.len() as f64)
                };
                law!(
                    near(own.area(), area) && near(own.perimeter(), perimeter),
                    "{} and {} for {area} and {perimeter}: {rule:?} of {cuboids:?} at {plane:?}, {rises}",
                    own.area(),
                    own.perimeter()
                );
                law!(own.winds_once(), "{rule:?} of {cuboids:?} at {plane:?}");
                let again = own.inside(rule);
                law!(
                    !again.differs(),
                    "again: {rule:?} of {cuboids:?} at {plane:?}"
                );
                law!(inside.displacement < 1e-10, "{}", inside.displacement);
                let holes = own.loops.iter().filter(|own| own.is_hole);
                law!(
                    holes.count() == own.loops.iter().filter(|own| own.area < 0.0).count(),
                    "holes"
                );
                found[0] += 1;
                found[1] += usize::from(inside.differs());
            }
        }
    }
    Ok(found)
}

#[test]
fn sections_of_random_boxes_have_the_cells_that_are_inside() -> Verdict {
    let mut found = [0; 2];
    for seed in 0..cases(10_000) {
        let own = check(&mut Random::new(seed)).map_err(|what| format!("seed {seed}: {what}"))?;
        found = [found[0] + own[0], found[1] + own[1]];
    }
    law!(
        found[1] > cases(20_000) && found[0] - found[1] > cases(10_000),
        "{found:?}"
    );
    Ok(())
}

/// Returns the number of cells that are inside.
fn counted_volume(cuboids: &[Cuboid], rule: InsideRule) -> f64 {
    let layers = (0..13).map(|layer| counted(cuboids, 2, layer, rule)[0]);
    layers.sum()
}

/// The volume of the points inside is the number of cells inside, wherever it is known. It is known of most boxes that
/// do not cross.
#[test]
fn volumes_of_random_boxes_are_those_of_the_cells_inside() -> Verdict {
    let (mut known, mut apart, mut whole) = (0, 0, 0);
    for seed in 0..cases(10_000) {
        let random = &mut Random::new(seed);
        let count = random.between(1, 4);
        let cuboids: Vec<Cuboid> = (0..count).map(|_| Cuboid::random(random)).collect();
        let grids: Vec<Grid> = cuboids.iter().flat_map(Cuboid::grids).collect();
        let mesh = Grid::union(&grids).mesh();
        let crosses = (0..cuboids.len())
            .any(|one| (0..one).any(|other| cuboids[one].crosses(&cuboids[other])));
        apart += u64::from(!crosses);
        for (_, rule) in InsideRule::NAMES {
            let Some(inside) = mesh.inside(rule) else {
                continue;
            };
            let expected = counted_volume(&cuboids, rule);
            law!(
                inside.volume() == expected,
                "seed {seed}: {} for {expected}: {rule:?} of {cuboids:?}",
                inside.volume()
            );
            law!(inside.boundary().is_closed(), "seed {seed}: open");
            whole += u64::from(inside.triangles().len() == mesh.triangles().len());
            known += 1;
            // The slope of the curve of volumes is the area of sections by the rule.
            let height = random.between(0, 11) as f64 + 0.5;
            let plane = Plane::new([0.0, 0.0, 1.0], -height).map_err(|error| error.to_string())?;
            let area = mesh.section(&plane).inside(rule).section.area();
            let curve = inside
                .curve([0.0, 0.0, 1.0])
                .map_err(|error| error.to_string())?;
            let slope = curve.at(height + 0.25).volume - curve.at(height - 0.25).volume;
            law!(
                (2.0 * slope - area).abs() < 1e-9 * (1.0 + expected)
                    && (curve.at(height).area - area).abs() < 1e-9 * (1.0 + expected),
                "seed {seed}: {slope} for {area}"
            );
        }
    }
    law!(
        10 * known > 19 * apart && whole < known,
        "{known} of {apart}, {whole} whole"
    );
    Ok(())
}

/// The volumes of the points inside in the parts of a cut are the numbers of cells inside there, for one plane, a region and
/// a division.
#[test]
fn volumes_in_the_parts_of_a_cut_are_those_of_the_cells_inside() -> Verdict {
    let (mut known, mut differ) = (0, 0);
    for seed in 0..cases(2_000) {
        let random = &mut Random::new(seed);
        let count = random.between(1, 4);
        let cuboids: Vec<Cuboid> = (0..count).map(|_| Cuboid::random(random)).collect();
        let grids: Vec<Grid> = cuboids.iter().flat_map(Cuboid::grids).collect();
        let scene = Scene {
            nodes: vec![Node {
                mesh: Some(0),
                ..Node::default()
            }],
            meshes: vec![SceneMesh {
                mesh: Grid::union(&grids).mesh(),
                ..SceneMesh::default()
            }],
            ..Scene::default()
        };
        let [low, high] = [random.between(0, 5), random.between(6, 12)];
        let plane = |height: i64, sign: f64| {
            Plane::new([0.0, 0.0, sign], -sign * height as f64).map_err(|error| error.to_string())
        };
        let (low_plane, high_plane) = (plane(low, 1.0)?, plane(high, 1.0)?);
        let slab = [low_plane, plane(high, -1.0)?];
        let wanted = |_| true;
        let cuts = [
            scene.cut(&low_plane, Encoding::Double, wanted, |_| ()),
            scene.divide(&[low_plane, high_plane], Encoding::Double, wanted, |_| ()),
            scene.cut_by_planes(&slab, Encoding::Double, wanted, |_| ()),
        ];
        for cut in cuts {
            let cut = cut.map_err(|error| error.to_string())?;
            for (_, rule) in InsideRule::NAMES {
                let volumes = scene.volumes_inside(&cut, rule);
                let volumes = volumes.map_err(|error| error.to_string())?;
                law!(
                    volumes[0].is_some() == scene.meshes[0].mesh.inside(rule).is_some(),
                    "seed {seed}"
                );
                let Some(volumes) = &volumes[0] else { continue };
                known += 1;
                let mut total = 0.0;
                for ((part, amount), &volume) in cut.objects[0].pieces.iter().zip(volumes) {
                    let is_in = |layer: i64| match &cut.parts[*part].place {
                        PartPlace::Inside => low <= layer && layer < high,
                        PartPlace::Outside => layer < low || high <= layer,
                        PartPlace::Sides(sides) => {
                            let heights = [low, high].into_iter();
                            heights
                                .zip(sides)
                                .all(|(height, side)| (layer >= height) == (*side == Side::Front))
                        }
                    };
                    let layers = (0..13).filter(|&layer| is_in(layer));
                    let expected: f64 = layers
                        .map(|layer| counted(&cuboids, 2, layer, rule)[0])
                        .sum();
                    // Diagonals of faces are cut at rounded points.
                    law!(
                        (volume - expected).abs() < 1e-10,
                        "seed {seed}: {volume} for {expected}: {rule:?} of {cuboids:?}"
                    );
                    total += volume;
                    differ += u64::from(amount.volume != Some(volume));
                }
                law!(
                    (total - counted_volume(&cuboids, rule)).abs() < 1e-10,
                    "seed {seed}: {total} in all"
                );
            }
        }
    }
    law!(
        known > cases(4_000) && differ > cases(4_000),
        "{known}, {differ}"
    );
    Ok(())
}

/// A pane that touches its frame all around would cross it after each move along a diagonal, but not if it shrinks.
#[test]
fn a_pane_lies_beside_its_frame() {
    let frame: Vec<[i64; 3]> = (0..9)
        .filter(|cell| *cell != 4)
        .map(|cell| [cell % 3, cell / 3, 0])
        .collect();
    let frame = Grid::voxels(&frame, 4, &mut Random::new(7));
    // The pane is thinner than the frame, so they have no common edge.
    let pane = Grid::cuboid([4, 4, 1], [8, 8, 3]);
    let mesh = Grid::union(&[frame.clone(), pane.clone()]).mesh();
    for (_, rule) in InsideRule::NAMES {
        let inside = mesh.inside(rule).expect("a known volume");
        assert_eq!(inside.volume(), f64::from(8 * 64 + 4 * 4 * 2), "{rule:?}");
    }
    let flush = Grid::union(&[
        Grid::cuboid([0; 3], [8; 3]),
        Grid::cuboid([1, 1, 0], [3, 3, 8]),
    ]);
    let volume = |rule| flush.mesh().inside(rule).map(|mesh| mesh.volume());
    assert_eq!(volume(InsideRule::Nonzero), Some(512.0));
    assert_eq!(volume(InsideRule::Odd), Some(512.0 - 32.0));
}

/// The section of a surface that crosses itself, in one outline: both parts are material.
#[test]
fn an_outline_that_crosses_itself_is_divided() {
    let prism = Grid::prism(&[[0, 0], [4, 4], [4, 0], [0, 4]], 0, 2).mesh();
    let plane: Plane = "z = 1".parse().expect("a plane");
    let section = prism.section(&plane);
    assert_eq!((section.loops.len(), section.area()), (1, 0.0));
    for (_, rule) in InsideRule::NAMES {
        let inside = section.inside(rule).section.into_owned();
        assert_eq!((inside.loops.len(), inside.area()), (2, 8.0), "{rule:?}");
    }
}

/// A slanted plane: new points lie in it.
#[test]
fn points_where_outlines_cross_lie_in_the_plane() {
    let boxes = [
        Grid::cuboid([0, 0, 0], [8, 8, 8]),
        Grid::cuboid([3, 3, -2], [12, 12, 12]),
    ];
    let mesh: Mesh = Grid::union(&boxes).mesh();
    let plane: Plane = "x + 2y + 4z = 20".parse().expect("a plane");
    let section = mesh.section(&plane);
    let inside = section.inside(InsideRule::Nonzero);
    assert!(inside.differs() && inside.displacement < 1e-10);
    let points = inside.section.loops.iter().flat_map(|own| &own.points);
    for point in points {
        assert!(plane.value(point).abs() < 1e-10, "{point:?}");
    }
    let [united, odd] = InsideRule::NAMES.map(|(_, rule)| section.inside(rule).section.area());
    // What both share counts twice in the sum, once in the union and not at all by the odd rule.
    assert!((section.area() + odd - 2.0 * united).abs() < 1e-9);
    assert!(odd < united && united < section.area());
}

/// Three copies of a body may be two surfaces, one of them with two copies. All of them count for what is inside.
#[test]
fn all_copies_of_a_body_are_around_what_is_inside() {
    let mut positions = vec![
        [0.0, 0.0, 8.0],
        [0.0, 0.0, -8.0],
        [8.0, 0.0, 0.0],
        [-4.0, 7.0, 0.0],
        [-4.0, -7.0, 0.0],
    ];
    let outer = [
        [0, 2, 3],
        [0, 3, 4],
        [0, 4, 2],
        [1, 3, 2],
        [1, 4, 3],
        [1, 2, 4],
    ];
    positions.extend([
        [0.0, 0.0, 0.0],
        [0.5, 0.0, 0.0],
        [0.0, 0.5, 0.0],
        [0.0, 0.0, 0.5],
    ]);
    let inner = [[5, 7, 6], [5, 6, 8], [6, 7, 8], [5, 8, 7]];
    let volumes = |copies: usize, inner: [[u32; 3]; 4]| {
        let mut triangles = outer.repeat(copies);
        triangles.extend(inner);
        let mesh = Mesh::new(RawMesh {
            positions: positions.clone(),
            triangles,
            ..RawMesh::default()
        });
        let mesh = mesh.expect("a mesh");
        [InsideRule::Nonzero, InsideRule::Odd]
            .map(|rule| mesh.inside(rule).expect("known").volume())
    };
    let [whole, small] = [12.0 * 14.0 * 16.0 / 6.0, 0.5_f64.powi(3) / 6.0];
    for copies in 1..6 {
        let [nonzero, odd] = volumes(copies, inner);
        assert!((nonzero - whole).abs() < 1e-9, "{copies}: {nonzero}");
        let expected = if copies % 2 == 0 {
            small
        } else {
            whole - small
        };
        assert!(
            (odd - expected).abs() < 1e-9,
            "{copies}: {odd} is not {expected}"
        );
    }
    // A body that is inside out within three copies: two of them are left around its inside.
    let [nonzero, _] = volumes(3, inner.map(|[a, b, c]| [a, c, b]));
    assert!((nonzero - whole).abs() < 1e-9, "{nonzero}");
}
