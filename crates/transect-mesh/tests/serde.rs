//! Tests of `serde`: meshes, sections and scenes are written by name, and read through the constructors.

use std::fmt::Debug;

use serde_1::Serialize;
use serde_1::de::DeserializeOwned;
use transect::Plane;

/// The result of a test whose steps may fail.
type Steps = Result<(), Box<dyn std::error::Error>>;

/// Returns the text of a value, after checking that the text reads back as the same value.
fn text<T: Serialize + DeserializeOwned + PartialEq + Debug>(
    value: T,
) -> Result<String, serde_json::Error> {
    let text = serde_json::to_string(&value)?;
    assert_eq!(serde_json::from_str::<T>(&text)?, value);
    Ok(text)
}

fn refusal<T: DeserializeOwned>(text: &str) -> String {
    let error = serde_json::from_str::<T>(text).err();
    error.map_or_else(|| format!("{text} was taken"), |error| error.to_string())
}

#[test]
fn meshes_as_lists_are_kept() -> Steps {
    use transect_mesh::{AttributeLayer, Attributes, Meaning, RawMesh};
    let mesh = RawMesh {
        positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        triangles: vec![[0, 1, 2]],
        attributes: Attributes {
            corners: vec![[0, 0, 0]],
            layers: vec![AttributeLayer {
                meaning: Meaning::TextureCoordinate(0),
                width: 2,
                values: vec![0.5, 0.25],
            }],
        },
        parts: vec![],
    };
    let expected = r#"{"positions":[[0.0,0.0,0.0],[1.0,0.0,0.0],[0.0,1.0,0.0]],"triangles":[[0,1,2]],"attributes":{"corners":[[0,0,0]],"layers":[{"meaning":{"texture_coordinate":0},"width":2,"values":[0.5,0.25]}]},"parts":[]}"#;
    assert_eq!(text(mesh)?, expected);
    let bare: RawMesh = serde_json::from_str(r#"{"positions":[],"triangles":[]}"#)?;
    assert_eq!(bare, RawMesh::default());
    Ok(())
}

#[test]
fn meshes_scenes_and_sections_are_kept() -> Steps {
    use transect_mesh::scene::{Material, Node, Part, Placement, Scene, SceneMesh};
    use transect_mesh::{Mesh, RawMesh, Sections};
    let tetrahedron = Mesh::new(RawMesh {
        positions: vec![[0.0; 3], [6.0, 0.0, 0.0], [0.0, 6.0, 0.0], [0.0, 0.0, 6.0]],
        triangles: vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]],
        ..RawMesh::default()
    })?;
    // The parts of a half tell its caps. The vertices of the caps come last, in the order of the outlines.
    let mut kept = tetrahedron.clone();
    for plane in ["z = 3", "x + y = 5", "x + 2y + 3z = 4"] {
        let split = kept.split(&plane.parse::<Plane>()?);
        for half in [split.front, split.back] {
            kept = serde_json::from_str(&serde_json::to_string(&half)?)?;
            assert_eq!(kept.clone().into_raw(), half.into_raw());
        }
    }
    // Lists that are not those of a mesh are welded.
    let twice =
        r#"{"positions":[[0,0,0],[1,0,0],[0,1,0],[1,0,-0.0]],"triangles":[[0,1,2],[3,2,1]]}"#;
    let welded: Mesh = serde_json::from_str(twice)?;
    assert_eq!(welded.positions().len(), 3);
    for plane in ["z = 3", "-x = 0", "x + 2y + 3z = 4"] {
        let sections: Sections = tetrahedron.sections(&plane.parse::<Plane>()?);
        text(sections)?;
    }
    let scene = Scene {
        nodes: vec![
            Node {
                name: "site".into(),
                placement: Placement::translation([1.0, 0.0, 0.0]),
                ..Node::default()
            },
            Node {
                parent: Some(0),
                mesh: Some(0),
                ..Node::default()
            },
        ],
        meshes: vec![SceneMesh {
            mesh: kept,
            parts: vec![Part {
                material: Some(0),
                ..Part::default()
            }],
            ..SceneMesh::default()
        }],
        materials: vec![Material::default()],
        weld: Some("1e-6".parse()?),
    };
    let json = serde_json::to_string(&scene)?;
    let read: Scene = serde_json::from_str(&json)?;
    assert_eq!(serde_json::to_string(&read)?, json);
    for (from, to, expected) in [
        (
            r#""parent":0"#,
            r#""parent":1"#,
            "node 1 comes before its parent",
        ),
        (
            r#""mesh":0"#,
            r#""mesh":1"#,
            "node 1 shows a mesh that does not exist",
        ),
        (
            r#""material":0"#,
            r#""material":1"#,
            "mesh 0 has a material that does not exist",
        ),
        (
            r#""triangles":[[0,"#,
            r#""triangles":[[9,"#,
            "index 9 is out of range",
        ),
    ] {
        assert!(json.contains(from), "{from} in {json}");
        let refused = refusal::<Scene>(&json.replacen(from, to, 1));
        assert!(refused.contains(expected), "{refused}");
    }
    Ok(())
}
