//! Tests that the layers of real models equal the sections by the same planes, bit for bit.

use transect::{Plane, Side};
use transect_mesh::{Mesh, Section, Sections};

use crate::folders::{for_each_asset, for_each_shared_model};
use crate::random::Random;

const DIRECTIONS: [[f64; 3]; 4] = [
    [0.0, 0.0, 1.0],
    [-1.0, 0.0, 0.0],
    [1.0, 2.0, 3.0],
    [0.3, -0.2, 0.0],
];

/// Returns all numbers of a section as bits.
fn bits(section: &Section) -> Vec<u64> {
    let frame = &section.frame;
    let mut bits: Vec<u64> = [frame.origin(), frame.u(), frame.v()]
        .as_flattened()
        .iter()
        .map(|number| number.to_bits())
        .collect();
    let mut add = |points: &[[f64; 3]]| {
        bits.push(points.len() as u64);
        bits.extend(points.as_flattened().iter().map(|number| number.to_bits()));
    };
    for section_loop in &section.loops {
        add(&section_loop.points);
        add(&[[section_loop.area, 0.0, 0.0]]);
    }
    for chain in &section.open_chains {
        add(chain);
    }
    bits
}

fn are_equal(found: &Sections, expected: &Sections) -> bool {
    let same = |side| bits(found.counting_on_as(side)) == bits(expected.counting_on_as(side));
    found == expected && same(Side::Front) && same(Side::Back)
}

/// Returns heights of vertices, heights next to them, and heights between two vertices.
fn heights(mesh: &Mesh, direction: [f64; 3], random: &mut Random) -> Vec<f64> {
    let form = Plane::new(direction, 0.0).expect("a direction");
    let mut heights = Vec::new();
    for _ in 0..2 {
        let [a, b] = [0; 2].map(|_| random.below(mesh.positions().len()));
        let [a, b] = [a, b].map(|vertex| form.value(&mesh.positions()[vertex]));
        heights.extend([a, a.next_up(), 0.25 * a + 0.75 * b]);
    }
    heights
}

/// Compares the layers of a mesh with its sections, and returns the number of layers that have loops or chains.
fn compare(mesh: &Mesh, random: &mut Random, name: &str) -> usize {
    let mut met = 0;
    for direction in DIRECTIONS {
        let heights = heights(mesh, direction, random);
        for layer in mesh.layers(direction, &heights).expect("finite heights") {
            let expected = mesh.sections(&layer.plane);
            assert!(
                are_equal(&layer.sections, &expected),
                "{name}: the layer at {} along {direction:?} differs from the section",
                layer.height
            );
            let section = &layer.sections.on_front;
            met += usize::from(!section.loops.is_empty() || !section.open_chains.is_empty());
        }
    }
    met
}

fn compare_objects(name: &str, meshes: &[Mesh]) {
    let mut random = Random(7);
    let met = meshes.iter().map(|mesh| compare(mesh, &mut random, name));
    assert!(
        met.sum::<usize>() > 0,
        "{name}: no layer has a loop or a chain"
    );
}

#[test]
fn layers_of_the_assets_are_sections() {
    for_each_asset(compare_objects);
}

#[test]
fn layers_of_the_models_beside_the_repository_are_sections() {
    for_each_shared_model(compare_objects);
}
