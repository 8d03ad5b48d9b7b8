//! Tests that sections from an index equal the sections of meshes and scenes, bit for bit.

use transect::{Cutter, Plane, PlaneThrough, Side};
use transect_mesh::scene::{Encoding, Node, ObjectCut, Placement, Scene, SceneIndex, SceneMesh};
use transect_mesh::{Mesh, SectionIndex};

use crate::cutting::laws::{Verdict, law, vertices_lie_where_they_do_alone};
use crate::cutting::meshes::Grid;
use crate::random::Random;

/// Compares the sections from an index with the sections that the mesh computes without an index.
pub(crate) fn the_index_tells_the_same(mesh: &Mesh, cutter: &impl Cutter) -> Verdict {
    same(&SectionIndex::new(mesh), cutter)
}

fn same(index: &SectionIndex<&Mesh>, cutter: &impl Cutter) -> Verdict {
    let expected = index.mesh().sections(cutter);
    law!(
        index.sections(cutter) == expected,
        "sections by way of the index differ"
    );
    law!(
        index.section(cutter) == *expected.counting_on_as(Side::Front)
            && index.mesh().section(cutter) == expected.on_front,
        "one limit differs from both"
    );
    Ok(())
}

fn asked_often(mesh: &Mesh, random: &mut Random) -> Verdict {
    let index = SectionIndex::new(mesh);
    let vertex = |random: &mut Random| mesh.positions()[random.below(mesh.positions().len())];
    for _ in 0..30 {
        let (mut points, normal) = (
            [vertex(random), vertex(random), vertex(random)],
            [0; 3].map(|_| random.between(-3, 3) as f64),
        );
        if let Ok(plane) = Plane::from_point_and_normal(points[0], normal) {
            let moved = plane.moved(random.unit()).expect("near");
            for plane in [plane, moved] {
                same(&index, &plane)?;
                vertices_lie_where_they_do_alone(mesh, &plane)?;
            }
        }
        // The points are often multiplied by 0.1, which needs many bits. A plane with rounded coefficients would then
        // miss the points. A plane that is kept as its points contains them.
        if random.one_in(2) {
            points = points.map(|point| point.map(|coordinate| coordinate * 0.1));
        }
        if let Ok(plane) = PlaneThrough::new(points) {
            same(&index, &plane)?;
            same(&index, &plane.flipped())?;
        }
    }
    Ok(())
}

#[test]
fn of_large_meshes() -> Verdict {
    let random = &mut Random::new(20);
    let heights: Vec<Vec<i64>> = (0..80)
        .map(|_| (0..80).map(|_| random.between(1, 12)).collect())
        .collect();
    let terrain = Grid::terrain(&heights, 0, 2, random);
    // The coordinates of the second terrain are not f32 values. Planes through vertices of these meshes may have
    // rounded coefficients.
    asked_often(&terrain.mesh(), random)?;
    asked_often(&terrain.mesh_with(|p| p.map(|c| c as f64 * 0.1)), random)?;
    asked_often(&Grid::torus(120, 60, 1000.0, 300.0).mesh(), random)
}

/// Returns a scene with meshes in several places, and a mesh without triangles.
pub(crate) fn scene(random: &mut Random) -> Scene {
    let heights: Vec<Vec<i64>> = (0..6)
        .map(|_| (0..6).map(|_| random.between(1, 5)).collect())
        .collect();
    let terrain = Grid::terrain(&heights, 0, 2, random);
    let meshes = [
        terrain.mesh(),
        terrain.mesh_with(|p| p.map(|c| c as f64 * 0.1)),
        Grid::torus(24, 12, 6.0, 2.0).mesh(),
        Mesh::default(),
    ];
    let nodes = (0..40).map(|number| Node {
        placement: Placement::translation([0; 3].map(|_| random.between(-9, 9) as f64)),
        mesh: (number % 9 != 8).then_some(number % meshes.len()),
        ..Node::default()
    });
    Scene {
        nodes: nodes.collect(),
        meshes: meshes
            .iter()
            .map(|mesh| SceneMesh {
                mesh: mesh.clone(),
                ..SceneMesh::default()
            })
            .collect(),
        ..Scene::default()
    }
}

fn scene_same(scene: &Scene, index: &SceneIndex, cutter: &impl Cutter) -> Verdict {
    let cut = scene
        .cut(cutter, Encoding::Double, |_| true, |_| ())
        .expect("small coordinates");
    let nodes: Vec<usize> = cut.objects.iter().map(|object| object.node).collect();
    law!(index.nodes() == nodes, "the objects are not those of a cut");
    let side = |object: &ObjectCut| object.sides().next();
    let sides: Vec<Option<Side>> = cut.objects.iter().map(side).collect();
    law!(
        cut.objects
            .iter()
            .all(|object| object.bounds.is_none() == side(object).is_none()),
        "only an object without vertices has no side"
    );
    law!(index.sides(cutter) == sides, "sides differ from a cut's");
    let met = cut.objects.iter().enumerate();
    let expected: Vec<_> = met
        .filter_map(|(object, cut)| Some((object, cut.met_by(0)?.sections.clone()?)))
        .collect();
    law!(
        index.sections(cutter) == expected,
        "sections differ from a cut's"
    );
    Ok(())
}

/// The side of an object without vertices is `None`. A cut keeps the node of such an object in the front half.
#[test]
fn objects_without_vertices_have_no_side() -> Verdict {
    let scene = Scene {
        nodes: vec![Node {
            mesh: Some(0),
            ..Node::default()
        }],
        meshes: vec![SceneMesh::default()],
        ..Scene::default()
    };
    let plane: Plane = "z = 1".parse().expect("a plane");
    let index = SceneIndex::new(&scene).expect("no coordinates");
    law!(index.sides(&plane) == [None], "a side of nothing");
    let cut = scene
        .cut(&plane, Encoding::Double, |_| true, |_| ())
        .expect("no coordinates");
    let object = &cut.objects[0];
    law!(object.sides().len() == 0, "a side of nothing");
    let nodes = [0, 1].map(|part| cut.parts[part].scene.nodes.len());
    law!(nodes == [1, 0], "the node is in the front half");
    Ok(())
}

#[test]
fn of_scenes() -> Verdict {
    let random = &mut Random::new(21);
    let scene = scene(random);
    let index = SceneIndex::new(&scene).expect("small coordinates");
    let vertices: Vec<[f64; 3]> = index
        .objects()
        .iter()
        .flat_map(|object| object.mesh().positions().to_vec())
        .collect();
    for _ in 0..40 {
        let points = [0; 3].map(|_| vertices[random.below(vertices.len())]);
        let normal = [0; 3].map(|_| random.between(-2, 2) as f64);
        if let Ok(plane) = Plane::from_point_and_normal(points[0], normal) {
            scene_same(&scene, &index, &plane)?;
            scene_same(&scene, &index, &plane.moved(random.unit()).expect("near"))?;
        }
        if let Ok(plane) = PlaneThrough::new(points) {
            scene_same(&scene, &index, &plane)?;
            scene_same(&scene, &index, &plane.flipped())?;
        }
    }
    // These planes miss all objects.
    for text in ["z = 100", "x + y = -1000"] {
        scene_same(&scene, &index, &text.parse::<Plane>().expect("a plane"))?;
    }
    Ok(())
}
