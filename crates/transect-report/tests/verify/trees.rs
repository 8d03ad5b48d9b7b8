//! Random scenes: small trees of nodes, most of which have the same names.

use transect_mesh::scene::{Node, Placement, Scene, Transform};

use crate::random::Random;
use crate::solids::{SOLIDS, solid};

const NAMES: [&str; 4] = ["Cube", "Cube", "group", ""];

/// Returns a scene of solids near the origin. Nodes may have a mesh, children or both, and several nodes may show the
/// same mesh, also at the same place. The seed must not be zero.
pub(crate) fn tree(seed: u64) -> Scene {
    let random = &mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let nodes = 3 + random.below(12);
    let mut scene = Scene {
        meshes: (0..SOLIDS).map(solid).collect(),
        ..Scene::default()
    };
    for index in 0..nodes {
        let is_root = index == 0 || random.below(3) == 0;
        let is_group = random.below(4) == 0;
        scene.nodes.push(Node {
            name: NAMES[random.below(NAMES.len())].into(),
            parent: (!is_root).then(|| random.below(index)),
            placement: placement(random),
            mesh: (!is_group).then(|| random.below(SOLIDS)),
            ..Node::default()
        });
    }
    // At least one node shows a mesh.
    scene.nodes[0].mesh = Some(0);
    scene
}

fn placement(random: &mut Random) -> Placement {
    let translation = match random.below(3) {
        0 => [0.0; 3],
        1 => [0; 3].map(|_| random.below(5) as f64 - 2.0),
        _ => [0; 3].map(|_| 6.0 * random.share() - 3.0),
    };
    match random.below(5) {
        // Mirrored in x.
        0 => Placement::Matrix(Transform {
            columns: [
                [-1.0, 0.0, 0.0],
                [0.0, 1.0, 0.0],
                [0.0, 0.0, 1.0],
                translation,
            ],
        }),
        // Turned around an axis in the direction (1, 1, 1), and scaled.
        1 => Placement::Parts {
            translation,
            rotation: [0.5; 4],
            scale: [1.0, 0.7, 1.5],
        },
        _ => Placement::translation(translation),
    }
}
