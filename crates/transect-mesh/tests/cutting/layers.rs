//! Tests that layers equal the sections of meshes and scenes by the same planes, bit for bit.

use transect::{Plane, Side};
use transect_mesh::scene::{Scene, SceneLayersError};
use transect_mesh::{LayersError, Mesh, RawMesh, Section, Sections};

use crate::cutting::conformance::meshes_of_facts;
use crate::cutting::families::Family;
use crate::cutting::index::scene;
use crate::cutting::laws::{Verdict, law};
use crate::cutting::meshes::Grid;
use crate::random::{Random, power_of_two};
use crate::run::cases;

/// The number of random meshes of each family in a long run.
const MESHES: u64 = 60;

const DIRECTIONS: [[f64; 3]; 9] = [
    [0.0, 0.0, 1.0],
    [0.0, 0.0, -1.0],
    [1.0, 0.0, 0.0],
    [0.0, -0.5, 0.0],
    [1.0, -1.0, 0.0],
    [1.0, 2.0, -3.0],
    [-0.3, 0.2, 0.7],
    [0.1, 0.1, 0.1],
    [3.0e-200, 1.0e-200, -2.0e-200],
];

/// Returns all numbers of a section, with floats as their bits. Two sections with equal results are equal bit for bit.
fn bits(section: &Section) -> Vec<u64> {
    let frame = &section.frame;
    let mut floats: Vec<f64> = [frame.origin(), frame.u(), frame.v()].concat();
    let mut numbers = Vec::new();
    for section_loop in &section.loops {
        floats.push(section_loop.area);
        floats.extend(section_loop.points.as_flattened());
        let parent = section_loop.parent.map_or(0, |parent| parent + 1);
        let count = section_loop.points.len();
        numbers.extend([parent, section_loop.is_hole.into(), count].map(|n| n as u64));
    }
    for chain in &section.open_chains {
        floats.extend(chain.as_flattened());
        numbers.push(chain.len() as u64);
    }
    numbers.extend(floats.into_iter().map(f64::to_bits));
    numbers
}

fn equal(found: &Sections, expected: &Sections) -> bool {
    let same = |side| bits(found.counting_on_as(side)) == bits(expected.counting_on_as(side));
    found == expected && same(Side::Front) && same(Side::Back)
}

/// Compares the layers of a mesh with its sections by the same planes. The heights may be in any order, and some
/// may be equal.
fn same(mesh: &Mesh, direction: [f64; 3], heights: &[f64]) -> Verdict {
    let mut ascending = heights.to_vec();
    ascending.sort_by(f64::total_cmp);
    ascending.dedup();
    let mut layers = mesh.layers(direction, heights).expect("finite numbers");
    law!(layers.len() == ascending.len(), "the number of layers");
    for height in ascending {
        let layer = layers.next().ok_or("a layer is missing")?;
        let plane = Plane::from_normal_and_distance(direction, height).expect("finite numbers");
        law!(
            layer.height == height && layer.plane == plane,
            "the height is {}, not {height}",
            layer.height
        );
        law!(
            equal(&layer.sections, &mesh.sections(&plane)),
            "the layer at {height} along {direction:?} differs from the section"
        );
    }
    law!(layers.next().is_none(), "too many layers");
    Ok(())
}

/// Returns heights of vertices, and heights next to them, between them and beyond them.
fn heights(mesh: &Mesh, direction: [f64; 3], random: &mut Random) -> Vec<f64> {
    let form = Plane::new(direction, 0.0).expect("a direction");
    let of_vertices = mesh.positions().iter().map(|position| form.value(position));
    let of_vertices: Vec<f64> = of_vertices.collect();
    let (mut least, mut greatest) = (0.0_f64, 0.0_f64);
    let mut heights = vec![0.0, -0.0];
    for _ in 0..20 {
        if of_vertices.is_empty() {
            break;
        }
        let height = of_vertices[random.below(of_vertices.len())];
        (least, greatest) = (least.min(height), greatest.max(height));
        heights.extend([height, height.next_up(), height.next_down()]);
    }
    for _ in 0..20 {
        heights.push(least + (greatest - least) * (0.75 * random.unit() + 0.5));
    }
    heights.extend([2.0 * greatest + 1e-300, 2.0 * least - 1e-300, 1e300, -1e300]);
    heights
}

fn along_all_directions(mesh: &Mesh, random: &mut Random) -> Verdict {
    for direction in DIRECTIONS {
        same(mesh, direction, &heights(mesh, direction, random))?;
    }
    Ok(())
}

#[test]
fn of_random_meshes() -> Verdict {
    for family in Family::ALL {
        for seed in 0..cases(MESHES) {
            let mut random = Random::new(seed << 8 | family as u64);
            let grid = family.mesh(&mut random);
            let context = |what| format!("{family:?}, seed {seed}: {what}");
            along_all_directions(&grid.mesh(), &mut random).map_err(context)?;
            // These coordinates are not f32 values.
            let rounded = grid.mesh_with(|p| p.map(|c| c as f64 * 0.1 + 1e5));
            along_all_directions(&rounded, &mut random).map_err(context)?;
        }
    }
    Ok(())
}

#[test]
fn of_large_meshes() -> Verdict {
    let random = &mut Random::new(30);
    let row = |random: &mut Random| (0..80).map(|_| random.between(1, 12)).collect();
    let grid: Vec<Vec<i64>> = (0..80).map(|_| row(random)).collect();
    let terrain = Grid::terrain(&grid, 0, 2, random);
    along_all_directions(&terrain.mesh(), random)?;
    along_all_directions(&terrain.mesh_with(|p| p.map(|c| c as f64 * 0.1)), random)?;
    along_all_directions(&Grid::torus(120, 60, 1000.0, 300.0).mesh(), random)
}

#[test]
fn of_extreme_coordinates() -> Verdict {
    let random = &mut Random::new(31);
    for scale in [1e-310, 1e-160, 1e60] {
        for seed in 0..cases(20) {
            let grid = Family::Terrain.mesh(&mut Random::new(seed));
            along_all_directions(&grid.mesh_with(|p| p.map(|c| c as f64 * scale)), random)?;
        }
    }
    Ok(())
}

/// The height of a vertex is the sum of one large term and of two small terms that nearly cancel. In double-doubles, the
/// part of the small terms that remains is as small as the rounding errors of the sum.
#[test]
fn of_vertices_whose_heights_nearly_cancel() -> Verdict {
    let random = &mut Random::new(33);
    let direction = [1.0, 0.3, 0.2];
    for _ in 0..200 {
        let far = (1.0 + random.unit()) * power_of_two(47);
        let y = (1.0 + random.unit()) * power_of_two(-12);
        let mut beside = |along: f64| {
            let [y, z] = [0; 2].map(|_| 2000.0 * random.unit() - 1000.0);
            [far + along, y, z]
        };
        let raw = RawMesh {
            positions: vec![[far, y, -(0.3 * y) / 0.2], beside(2000.0), beside(-2000.0)],
            triangles: vec![[0, 1, 2]],
            ..RawMesh::default()
        };
        same(&Mesh::new(raw).expect("a triangle"), direction, &[far])?;
    }
    Ok(())
}

#[test]
fn of_the_meshes_of_facts() -> Verdict {
    let random = &mut Random::new(32);
    let meshes = meshes_of_facts();
    assert!(meshes.len() >= 100);
    for mesh in meshes {
        along_all_directions(&mesh, random)?;
    }
    along_all_directions(&Mesh::default(), random)
}

/// Compares the layers of a scene with its sections by the same planes.
fn scene_same(scene: &Scene, direction: [f64; 3], heights: &[f64]) -> Verdict {
    let wanted = |node: usize| node % 5 != 1;
    let layers = scene
        .layers(direction, heights, wanted)
        .expect("small coordinates");
    for layer in layers {
        let sections = scene.sections(&layer.plane, wanted, |_| ());
        let sections = sections.expect("small coordinates");
        let met: Vec<_> = sections
            .objects
            .iter()
            .filter_map(|object| Some((object.node, &object.met.as_ref()?.0)))
            .collect();
        let nodes = met.iter().map(|(node, _)| *node);
        law!(
            layer.objects.iter().map(|object| object.node).eq(nodes),
            "the objects at {} along {direction:?}",
            layer.height
        );
        for (object, (node, expected)) in layer.objects.iter().zip(met) {
            law!(
                equal(&object.sections, expected),
                "node {node} at {} along {direction:?}",
                layer.height
            );
        }
    }
    Ok(())
}

#[test]
fn of_scenes() -> Verdict {
    let random = &mut Random::new(33);
    let scene = scene(random);
    for direction in DIRECTIONS {
        let form = Plane::new(direction, 0.0).expect("a direction");
        let mut heights = Vec::new();
        for _ in 0..20 {
            let corner = [0; 3].map(|_| random.between(-12, 14) as f64);
            let height = form.value(&corner);
            heights.extend([height, height.next_up(), 1.01 * height]);
        }
        scene_same(&scene, direction, &heights)?;
    }
    Ok(())
}

#[test]
fn wrong_numbers_are_errors() {
    let mesh = Grid::cuboid([0; 3], [1; 3]).mesh();
    let error = |direction, heights: &[f64]| {
        let error = mesh.layers(direction, heights).map(|_| ());
        error.expect_err("wrong numbers")
    };
    let up = [0.0, 0.0, 1.0];
    assert_eq!(error([0.0; 3], &[]), LayersError::ZeroDirection);
    assert_eq!(
        error([0.0, f64::INFINITY, 0.0], &[]).to_string(),
        "direction: coordinate y is inf, not a finite number"
    );
    assert_eq!(
        error(up, &[1.0, f64::NAN]).to_string(),
        "height 1 is NaN, not a finite number"
    );
    assert_eq!(mesh.layers(up, &[]).expect("no heights").count(), 0);
    let of_scene = Scene::default().layers([0.0; 3], &[], |_| true).map(|_| ());
    let expected = SceneLayersError::Layers(LayersError::ZeroDirection);
    assert_eq!(of_scene, Err(expected));
}
