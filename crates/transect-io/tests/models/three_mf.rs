//! 3MF packages: what they hold, as written and as programs write them.

use std::path::Path;

use transect_io::{Document, Format, Outputs, ReadError, read, read_bytes, write};
use transect_mesh::Meaning;
use transect_mesh::scene::{Node, Part, Placement, Scene, SceneMesh, Transform, world_mesh};

use crate::compressed::archive;

const CORE: &str = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02";
const MATERIALS: &str = "http://schemas.microsoft.com/3dmanufacturing/material/2015/02";
const PRODUCTION: &str = "http://schemas.microsoft.com/3dmanufacturing/production/2015/06";
const BEAMS: &str = "http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02";
const SLICES: &str = "http://schemas.microsoft.com/3dmanufacturing/slice/2015/07";

const RELATIONSHIPS: &str = r#"<?xml version="1.0"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail" Target="/Metadata/thumbnail.png" Id="rel1"/>
<Relationship Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel" Target="/3D/3dmodel.model" Id="rel0"/>
</Relationships>"#;

/// A tetrahedron with a volume of 1/6.
const VERTICES: &str = r#"<vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/>
<vertex x="0" y="1" z="0"/><vertex x="0" y=" 0 " z="1e0"/></vertices>"#;
const TRIANGLES: &str = r#"<triangles><triangle v1="0" v2="2" v3="1"/><triangle v1="0" v2="1" v3="3"/>
<triangle v1="1" v2="2" v3="3"/><triangle v1="0" v2="3" v3="2"/></triangles>"#;

fn mesh() -> String {
    format!("<mesh>{VERTICES}{TRIANGLES}</mesh>")
}

fn model(attributes: &str, resources: &str, build: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- by hand -->\n<model {attributes} xmlns=\"{CORE}\" \
         xmlns:m=\"{MATERIALS}\" xmlns:p=\"{PRODUCTION}\" xmlns:b=\"{BEAMS}\" xmlns:s=\"{SLICES}\" xmlns:x=\"urn:x\">\n\
         <resources>{resources}</resources>\n<build>{build}</build>\n</model>"
    )
}

fn package(files: &[(&str, &str)]) -> Vec<u8> {
    let mut all = vec![("_rels/.rels", RELATIONSHIPS.as_bytes())];
    all.extend(files.iter().map(|(name, text)| (*name, text.as_bytes())));
    archive(&all)
}

fn parse(text: &str) -> Result<Document, ReadError> {
    let bytes = package(&[("3D/3dmodel.model", text)]);
    read_bytes(Path::new("part.3mf"), &bytes)
}

fn document(text: &str) -> Document {
    parse(text).unwrap_or_else(|error| panic!("{error}"))
}

fn notes(document: &Document) -> Vec<&str> {
    document.notes.iter().map(|note| &*note.what).collect()
}

/// Returns the names of the objects, and their volumes in the world, in order.
fn volumes(scene: &Scene) -> Vec<(&str, f64)> {
    let transforms = scene.world_transforms();
    let objects = scene.objects().map(|node| {
        let own = &scene.nodes[node];
        let mesh = &scene.meshes[own.mesh.expect("an object")].mesh;
        let mesh = world_mesh(mesh, &transforms[node]).expect("finite");
        assert!(mesh.boundary().is_closed());
        (own.name.as_str(), mesh.volume())
    });
    objects.collect()
}

#[test]
fn items_place_objects() {
    let resources = format!(
        "<object id=\"7\" name=\"tip &amp; base\">{}</object>",
        mesh()
    );
    let build = r#"<item objectid="7"/>
        <item objectid="7" transform="2 0 0 0 -3 0 0 0 1 10 20 30"/>
        <item objectid="7" transform="1 0 0 0 1 0 0 0 1 0 0 5"/>"#;
    for (attributes, unit) in [
        ("", "mm"),
        ("unit=\"millimeter\"", "mm"),
        ("unit=\"micron\"", "µm"),
        ("unit=\"inch\" xml:lang=\"en\"", "in"),
    ] {
        let found = document(&model(attributes, &resources, build));
        assert_eq!(found.sources[0].unit.as_deref(), Some(unit));
        assert_eq!(found.sources[0].format, Format::ThreeMf);
        assert!(!found.sources[0].single_precision);
        assert_eq!(notes(&found), [""; 0]);
        let name = "tip & base";
        assert_eq!(found.scene.meshes.len(), 1);
        // The second item mirrors, and still has a positive volume.
        let sixth = 1.0 / 6.0;
        assert_eq!(
            volumes(&found.scene),
            [(name, sixth), (name, 1.0), (name, sixth)]
        );
        let transforms = found.scene.world_transforms();
        assert_eq!(transforms[1].apply(&[1.0, 1.0, 1.0]), [12.0, 17.0, 31.0]);
        assert_eq!(found.scene.nodes[0].placement, Placement::Identity);
        assert_eq!(
            found.scene.nodes[2].placement,
            Placement::translation([0.0, 0.0, 5.0])
        );
    }
}

#[test]
fn components_nest() {
    let resources = format!(
        "<object id=\"1\">{}</object>\
         <object id=\"2\" name=\"pair\"><components><component objectid=\"1\"/>\
         <component objectid=\"1\" transform=\"0 1 0 -1 0 0 0 0 1 4 0 0\"/></components></object>\
         <object id=\"3\"><components><component objectid=\"2\" transform=\"1 0 0 0 1 0 0 0 1 0 0 1\"/>\
         </components></object><object id=\"9\" type=\"support\">{}</object>",
        mesh(),
        mesh()
    );
    let build = r#"<item objectid="3" transform="1 0 0 0 1 0 0 0 1 100 0 0"/><item objectid="1"/>"#;
    let found = document(&model("", &resources, build));
    let names: Vec<&str> = found.scene.nodes.iter().map(|own| &*own.name).collect();
    assert_eq!(names, ["object_3", "pair", "pair/1", "pair/2", "object_1"]);
    let parents: Vec<_> = found.scene.nodes.iter().map(|own| own.parent).collect();
    assert_eq!(parents, [None, Some(0), Some(1), Some(1), None]);
    let transforms = found.scene.world_transforms();
    assert_eq!(transforms[3].apply(&[1.0, 0.0, 0.0]), [104.0, 1.0, 1.0]);
    assert_eq!(found.scene.meshes.len(), 1);
    assert_eq!(notes(&found), ["1 object outside the build"]);

    // The only object of a file is named like the file.
    let resources = format!(
        "<object id=\"1\" type=\"surface\" partnumber=\"a\">{}</object>",
        mesh()
    );
    let found = document(&model("", &resources, r#"<item objectid="1"/>"#));
    assert_eq!(found.scene.nodes[0].name, "part");
    assert_eq!(
        notes(&found),
        ["1 object type other than a solid", "1 part number"]
    );
}

#[test]
fn deep_components_need_no_stack() {
    let mut resources = format!("<object id=\"1\">{}</object>", mesh());
    for id in 2..=20_000 {
        let below = id - 1;
        resources += &format!(
            "<object id=\"{id}\"><components><component objectid=\"{below}\"/></components></object>"
        );
    }
    let found = document(&model("", &resources, r#"<item objectid="20000"/>"#));
    assert_eq!(found.scene.nodes.len(), 20_000);
    // Each object has the one below twice: 2^40 objects.
    let mut resources = format!("<object id=\"1\">{}</object>", mesh());
    for id in 2..=41 {
        let below = format!("<component objectid=\"{}\"/>", id - 1);
        resources +=
            &format!("<object id=\"{id}\"><components>{below}{below}</components></object>");
    }
    let error = parse(&model("", &resources, r#"<item objectid="41"/>"#)).expect_err("too many");
    assert!(error.to_string().contains("MB of memory"), "{error}");
    // A deep nesting of elements is bounded, too.
    let deep = "<x:a>".repeat(100_000);
    let error = parse(&model("", &deep, "")).expect_err("not closed");
    assert!(
        error.to_string().starts_with("part.3mf, 3D/3dmodel.model"),
        "{error}"
    );
}

#[test]
fn other_models_of_the_package_are_read() {
    let inner = model(
        "",
        &format!("<object id=\"1\" name=\"inner\">{}</object>", mesh()),
        "",
    );
    let root = |path: &str| {
        model(
            "requiredextensions=\"p\"",
            &format!(
                "<object id=\"1\" p:UUID=\"u\"><components><component objectid=\"1\" p:path=\"{path}\"/></components></object>"
            ),
            "<item objectid=\"1\" p:UUID=\"v\"/><item objectid=\"1\" p:path=\"/3D/Objects/a.model\"/>",
        )
    };
    let read = |root: &str, inner: &str| {
        let files = [
            ("3D/3dmodel.model", root),
            ("3D/Objects/A.model", inner),
            ("3D/_rels/3dmodel.model.rels", "<a/>"),
            ("Metadata/slicer.config", "speed = 5"),
        ];
        read_bytes(Path::new("part.3mf"), &package(&files))
    };
    let found = read(&root("/3D/Objects/a.model"), &inner).expect("two models");
    let names: Vec<&str> = found.scene.nodes.iter().map(|own| &*own.name).collect();
    assert_eq!(names, ["object_1", "inner", "inner"]);
    assert_eq!(found.scene.meshes.len(), 1);
    assert_eq!(
        notes(&found),
        [
            "2 identifiers of the production extension",
            "1 file of the package besides models"
        ]
    );
    let error = read(&root("/3D/b.model"), &inner).expect_err("no such part");
    let expected = "part.3mf, 3D/3dmodel.model, line 4, object 1, component 1: the model \"/3D/b.model\" does not exist";
    assert_eq!(error.to_string(), expected);
    let error = read(&root("/3D/Objects/a.model"), &root("/3D/3dmodel.model"));
    let error = error.expect_err("two levels").to_string();
    assert!(error.contains("only the root model may refer"), "{error}");
    let feet = inner.replace("<model ", "<model unit=\"foot\" ");
    let error = read(&root("/3D/Objects/a.model"), &feet).expect_err("two units");
    assert!(
        error.to_string().contains("several units (mm and ft)"),
        "{error}"
    );
}

#[test]
fn colours_become_materials_or_colours_of_corners() {
    let groups = r##"<basematerials id="5"><base name="steel" displaycolor="#808080"/>
        <base name="glass" displaycolor="#0000ff80"/></basematerials>
        <m:colorgroup id="6"><m:color color="#FF0000"/><m:color color="#00FF00"/></m:colorgroup>
        <m:texture2dgroup id="8" texid="3"><m:tex2coord u="0" v="0"/></m:texture2dgroup>"##;
    let triangles = |properties: [&str; 4]| {
        let [a, b, c, d] = properties;
        format!(
            "{groups}<object id=\"1\" pid=\"5\" pindex=\"0\"><mesh>{VERTICES}<triangles>\
             <triangle v1=\"0\" v2=\"2\" v3=\"1\" {a}/><triangle v1=\"0\" v2=\"1\" v3=\"3\" {b}/>\
             <triangle v1=\"1\" v2=\"2\" v3=\"3\" {c}/><triangle v1=\"0\" v2=\"3\" v3=\"2\" {d}/></triangles></mesh></object>"
        )
    };
    let read = |properties| {
        document(&model(
            "",
            &triangles(properties),
            r#"<item objectid="1"/>"#,
        ))
    };

    let found = read([
        "",
        r#"p1="1""#,
        r#"pid="6" p1="0""#,
        r#"pid="6" p1="0" p2="0" p3="0""#,
    ]);
    let materials: Vec<(&str, [f64; 4])> = found
        .scene
        .materials
        .iter()
        .map(|own| (&*own.name, own.color))
        .collect();
    let grey = f64::from(0.215_860_5_f32);
    assert_eq!(
        materials,
        [
            ("steel", [grey, grey, grey, 1.0]),
            ("glass", [0.0, 0.0, 1.0, 128.0 / 255.0]),
            ("#ff0000", [1.0, 0.0, 0.0, 1.0])
        ]
    );
    let mesh = &found.scene.meshes[0];
    assert_eq!(
        [0, 1, 2, 3].map(|triangle| mesh.mesh.part(triangle)),
        [0, 1, 2, 2]
    );
    assert!(mesh.mesh.attributes().layers.is_empty());

    let found = read([
        r#"pid="6" p1="0" p2="1" p3="0""#,
        "",
        "pid=\"6\" p1=\"1\"",
        "",
    ]);
    let mesh = &found.scene.meshes[0];
    let layer = &mesh.mesh.attributes().layers[0];
    assert_eq!((layer.meaning.clone(), layer.width), (Meaning::Color(0), 3));
    assert_eq!(layer.values, [1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    assert_eq!(mesh.mesh.attributes().corners[0], [0, 1, 0]);
    let layers: Vec<_> = mesh.parts.iter().map(|own| own.layers.clone()).collect();
    assert_eq!(layers, [vec![true], vec![false], vec![false]]);

    // Properties that do not exist, or are not read, are not an error, because the geometry does not depend on them.
    let found = read([r#"p1="7""#, r#"pid="99" p1="0""#, r#"pid="8" p1="0""#, ""]);
    assert_eq!(
        notes(&found),
        [
            "1 group of texture coordinates",
            "1 triangle with textures or mixed materials",
            "2 triangles with properties that do not exist"
        ]
    );
}

#[test]
fn extensions_are_named() {
    let object = |inside: &str| {
        format!(
            "<object id=\"1\"><mesh>{VERTICES}{TRIANGLES}{inside}</mesh></object><s:slicestack id=\"2\"/><x:y><x:z/></x:y>"
        )
    };
    let beams = "<b:beamlattice minlength=\"1\"><b:beams><b:beam v1=\"0\" v2=\"1\"/></b:beams></b:beamlattice>";
    let item = r#"<item objectid="1"/>"#;
    let found = document(&model("", &object(beams), item));
    assert_eq!(
        notes(&found),
        [
            "1 beam lattice",
            "1 slice stack",
            "1 element of unknown extensions"
        ]
    );
    let message = |attributes: &str, inside: &str| {
        let found = parse(&model(attributes, &object(inside), item));
        found.expect_err(attributes).to_string()
    };
    // Required beams are a part of the geometry. A required extension that is not used is not.
    assert!(parse(&model("requiredextensions=\"b m s p\"", &object(""), item)).is_ok());
    assert_eq!(
        message("requiredextensions=\"m b\"", beams),
        "part.3mf, 3D/3dmodel.model, line 6, object 1: a required beam lattice is not supported"
    );
    assert_eq!(
        message("requiredextensions=\"x\"", ""),
        "part.3mf, 3D/3dmodel.model, line 3: the required extension \"urn:x\" is not supported"
    );
    let error = message("requiredextensions=\"q\"", "");
    assert!(
        error.ends_with("the prefix \"q\" of a required extension is not declared"),
        "{error}"
    );
    let rough = object("").replace("<object ", "<object s:meshresolution=\"lowres\" ");
    let error = parse(&model("requiredextensions=\"s\"", &rough, item)).expect_err("only slices");
    assert!(
        error.to_string().contains("whose shape is only in slices"),
        "{error}"
    );
    assert!(parse(&model("", &rough, item)).is_ok());
}

#[test]
fn errors_have_places() {
    let item = r#"<item objectid="1"/>"#;
    let with = |mesh: &str| model("", &format!("\n<object id=\"1\">\n{mesh}</object>"), item);
    let triangles = |triangles: &str| {
        with(&format!(
            "<mesh>{VERTICES}<triangles>\n{triangles}</triangles></mesh>"
        ))
    };
    let vertices = |vertex: &str| with(&format!("<mesh><vertices>{vertex}</vertices></mesh>"));
    let components = |component: &str| with(&format!("<components>{component}</components>"));
    for (text, expected) in [
        (
            vertices(r#"<vertex x="1" y="2"/>"#),
            "line 6, object 1, vertex 0: z is missing",
        ),
        (
            vertices(r#"<vertex x="nan" y="2" z="3"/>"#),
            "line 6, object 1, vertex 0: x is NaN, not a finite number",
        ),
        (
            vertices(r#"<vertex x="1" x="1" y="2" z="3"/>"#),
            "line 6: the attribute x stands twice",
        ),
        (
            vertices(r#"<vertex x="&many;" y="2" z="3"/>"#),
            "line 6: the attribute \"x\": at 1..5: unrecognized entity `many`",
        ),
        (
            triangles(r#"<triangle v1="0" v2="1"/>"#),
            "line 8, object 1, triangle 0: v3 is missing",
        ),
        (
            triangles(r#"<triangle v1="0" v2="1" v3="4"/>"#),
            "line 8, object 1, triangle 0: vertex index 4 is out of range, there are 4",
        ),
        (
            triangles(r#"<triangle v1="0" v2="1" v3="-1"/>"#),
            "line 8, object 1, triangle 0: v3: \"-1\" is not an index",
        ),
        (
            components(r#"<component objectid="1"/>"#),
            "line 6, object 1, component 1: object 1 is a component of itself",
        ),
        (
            components(r#"<component objectid="2"/>"#),
            "line 6, object 1, component 1: object 2 does not exist",
        ),
        (
            components(r#"<component objectid="0"/>"#),
            "line 6, object 1, component 1: objectid: \"0\" is not an index",
        ),
        (
            components(r#"<component objectid="1" transform="1 0 0"/>"#),
            "line 6, object 1, component 1: a number of the transform: \"\" is not a number",
        ),
        (
            components(r#"<component objectid="1" transform="1 0 0 0 1 0 0 0 1 0 0 0 1"/>"#),
            "line 6, object 1, component 1: the transform has more than 12 numbers",
        ),
        (
            model("", "", "<item/>"),
            "line 5, build, item 1: objectid is missing",
        ),
        (
            model("", "", item),
            "line 5, build, item 1: object 1 does not exist",
        ),
        (
            model("unit=\"yard\"", "", ""),
            "line 3: \"yard\" is not a unit of 3MF",
        ),
        (
            model("", "<object id=\"1\"/><object id=\"1\"/>", ""),
            "line 4, object 1: another object has the same id",
        ),
        (
            model(
                "",
                "<basematerials id=\"1\"><base displaycolor=\"red\"/></basematerials>",
                "",
            ),
            "line 4: \"red\" is not a colour such as #ff8000",
        ),
        (
            model("", "<basematerials id=\"1\"/><m:colorgroup id=\"1\"/>", ""),
            "line 4, group 1: another group has the same id",
        ),
        (
            model("", "", "") + "<model/>",
            "line 6: the text has a second model or another element after the model",
        ),
        (
            "<model/>".to_owned(),
            "line 1: a part that begins with the element \"model\" of another namespace or name is not supported",
        ),
        (String::new(), "line 1: the text has no element"),
        (
            "<!DOCTYPE a [<!ENTITY many \"many\">]><model/>".to_owned(),
            "line 1: a document type declaration in 3MF is not supported",
        ),
    ] {
        let error = parse(&text).expect_err(expected);
        assert_eq!(
            error.to_string(),
            format!("part.3mf, 3D/3dmodel.model, {expected}")
        );
    }
    // A cycle of two objects.
    let resources = "<object id=\"1\"><components><component objectid=\"2\"/></components></object>\n\
                     <object id=\"2\"><components><component objectid=\"1\"/></components></object>";
    let error = parse(&model("", resources, item)).expect_err("a cycle");
    assert!(
        error
            .to_string()
            .ends_with("line 5, object 2, component 1: object 1 is a component of itself"),
        "{error}"
    );
}

#[test]
fn packages_without_a_model_are_errors() {
    let message = |name: &str, bytes: &[u8]| {
        let found = read_bytes(Path::new(name), bytes);
        found.expect_err(name).to_string()
    };
    let error = message("a.3mf", b"not a package");
    assert!(error.starts_with("a.3mf: the ZIP archive: "), "{error}");
    let error = message("a.3mf", &archive(&[("a.txt", b"text")]));
    assert_eq!(error, "a.3mf: the package has no model");
    let error = message(
        "a.3mf",
        &archive(&[("_rels/.rels", RELATIONSHIPS.as_bytes())]),
    );
    assert_eq!(
        error,
        "a.3mf, _rels/.rels: the root model \"/3D/3dmodel.model\" does not exist"
    );
    let error = message(
        "a.3mf",
        &package(&[("3D/3dmodel.model", "<model>\u{feff}")]),
    );
    assert!(error.contains("another namespace"), "{error}");
    let second =
        RELATIONSHIPS.replace("package/2006/relationships/metadata/thumbnail", "x/3dmodel");
    let error = message("a.3mf", &archive(&[("_rels/.rels", second.as_bytes())]));
    assert_eq!(
        error,
        "a.3mf, _rels/.rels, line 4: the package names several root models"
    );
    let files: [(&str, &[u8]); 2] = [
        ("_rels/.rels", RELATIONSHIPS.as_bytes()),
        ("3D/3dmodel.model", b"<model>\xff</model>"),
    ];
    let error = message("a.3mf", &archive(&files));
    assert_eq!(error, "a.3mf, 3D/3dmodel.model: byte 7 is not UTF-8");
    // 100 MB of blanks in 100 kB.
    let blanks = " ".repeat(100 << 20);
    let error = message("a.3mf", &package(&[("3D/3dmodel.model", &blanks)]));
    assert!(error.contains("expands to more than"), "{error}");
}

#[test]
fn packages_are_known_by_their_content() {
    let text = model(
        "",
        &format!("<object id=\"1\">{}</object>", mesh()),
        r#"<item objectid="1"/>"#,
    );
    let bytes = package(&[("3D/3dmodel.model", &text)]);
    assert_eq!(
        Format::detect(Path::new("a.zip"), &bytes),
        Some(Format::ThreeMf)
    );
    for name in ["part.3mf", "part.zip", "part"] {
        let found = read_bytes(Path::new(name), &bytes).expect(name);
        assert_eq!(found.scene.nodes[0].name, "part");
    }
    let inside = archive(&[("inner.3mf", &bytes)]);
    let found = read_bytes(Path::new("outer.zip"), &inside).expect("a package in an archive");
    assert_eq!(found.scene.nodes[0].name, "inner");
    // Without the list of relationships, the only model is the root.
    let alone = archive(&[("any.model", text.as_bytes())]);
    assert!(read_bytes(Path::new("a.3mf"), &alone).is_ok());
}

/// A model may stand in a part with the name of a list of relationships; such parts are not counted as other files.
#[test]
fn models_with_names_of_relationships_are_read() {
    let text = model(
        "",
        &format!("<object id=\"1\">{}</object>", mesh()),
        r#"<item objectid="1"/>"#,
    );
    let relationships = RELATIONSHIPS.replace("/3D/3dmodel.model", "/evil.rels");
    let files: [(&str, &[u8]); 3] = [
        ("_rels/.rels", relationships.as_bytes()),
        ("evil.rels", text.as_bytes()),
        ("x.txt", b"text"),
    ];
    let found = read_bytes(Path::new("a.3mf"), &archive(&files)).expect("a package");
    let left_out = |note: &&str| note.contains("of the package");
    assert_eq!(
        notes(&found).iter().filter(|note| left_out(note)).count(),
        1
    );
    let alone = read_bytes(Path::new("a.3mf"), &archive(&files[..2])).expect("a package");
    assert!(!notes(&alone).iter().any(left_out), "{:?}", notes(&alone));
}

/// An object without materials has no property, whatever the others have.
#[test]
fn objects_without_materials_stay_without() {
    let resources = format!(
        "<basematerials id=\"5\"><base name=\"red\" displaycolor=\"#FF0000\"/></basematerials>\
         <object id=\"1\"><mesh>{VERTICES}<triangles><triangle v1=\"0\" v2=\"2\" v3=\"1\" pid=\"5\" p1=\"0\"/>\
         <triangle v1=\"0\" v2=\"1\" v3=\"3\"/></triangles></mesh></object><object id=\"2\">{}</object>",
        mesh()
    );
    let build = r#"<item objectid="1"/><item objectid="2"/>"#;
    let (_, after, _) = written(&document(&model("", &resources, build)));
    let of = |object: usize| {
        let node = after.scene.objects().nth(object).expect("an object");
        let own = &after.scene.meshes[after.scene.nodes[node].mesh.expect("a mesh")];
        own.parts
            .iter()
            .filter(|part| part.material.is_some())
            .count()
    };
    assert_eq!([of(0), of(1)], [2, 0]);
}

/// Writes a document, and returns the bytes of the file, the document in it, and its losses.
fn written(document: &Document) -> (Vec<u8>, Document, Vec<String>) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut outputs = Outputs::new(folder.path(), false).expect("outputs");
    let file = write(document, Format::ThreeMf, &mut outputs, "part").expect("written");
    let paths = outputs.commit().expect("moved");
    let bytes = std::fs::read(&paths[0]).expect("a file");
    (bytes, read(&paths).expect("a package"), file.losses)
}

#[test]
fn what_is_written_is_read_again() {
    let resources = format!(
        "<basematerials id=\"5\"><base name=\"a &lt;b&gt; &quot;c&quot;\" displaycolor=\"#808080\"/></basematerials>\
         <m:colorgroup id=\"6\"><m:color color=\"#FF0000\"/><m:color color=\"#00FF0080\"/></m:colorgroup>\
         <object id=\"1\" pid=\"5\" pindex=\"0\" name=\"x\n&amp;y\"><mesh>{VERTICES}<triangles>\
         <triangle v1=\"0\" v2=\"2\" v3=\"1\"/><triangle v1=\"0\" v2=\"1\" v3=\"3\" pid=\"6\" p1=\"0\" p2=\"1\" p3=\"0\"/>\
         <triangle v1=\"1\" v2=\"2\" v3=\"3\" pid=\"6\" p1=\"1\"/><triangle v1=\"0\" v2=\"3\" v3=\"2\"/></triangles></mesh></object>\
         <object id=\"2\"><mesh>{VERTICES}<triangles><triangle v1=\"0\" v2=\"2\" v3=\"1\"/></triangles></mesh></object>"
    );
    let build = r#"<item objectid="1" transform="0.1 0 0 0 0.3 0 0 0 1e-9 0.7 1e17 -2"/><item objectid="2"/>"#;
    let before = document(&model("unit=\"inch\"", &resources, build));
    let (bytes, after, lost) = written(&before);
    assert_eq!(lost, [""; 0]);
    assert_eq!(after.unit(), Some("in"));
    let world = |document: &Document| {
        let transforms = document.scene.world_transforms();
        let objects = document.scene.objects().map(|node| {
            let own = &document.scene.nodes[node];
            let own_mesh = &document.scene.meshes[own.mesh.expect("an object")];
            let mesh = world_mesh(&own_mesh.mesh, &transforms[node]).expect("finite");
            let colors: Vec<_> = (0..mesh.triangles().len())
                .map(|triangle| {
                    let part = &own_mesh.parts[mesh.part(triangle) as usize];
                    let name = part.material.map(|at| document.scene.materials[at].clone());
                    (name, part.layers.first() == Some(&true))
                })
                .collect();
            (
                own.name.clone(),
                mesh.positions().to_vec(),
                mesh.triangles().to_vec(),
                colors,
            )
        });
        objects.collect::<Vec<_>>()
    };
    assert_eq!(world(&after), world(&before));
    assert_eq!(written(&before).0, bytes);
    assert_eq!(written(&after).0, bytes);
    // The second object is open, so it is not a solid.
    let again = &after.scene.meshes[1].mesh;
    assert!(!again.boundary().is_closed());
    assert!(notes(&after).contains(&"1 object type other than a solid"));
}

#[test]
fn what_a_package_cannot_hold_is_named() {
    let text = format!("<object id=\"1\" name=\"a\">{}</object>", mesh());
    let build = r#"<item objectid="1"/><item objectid="1"/>"#;
    let mut shown = document(&model("unit=\"meter\"", &text, build));
    shown.scene.nodes.push(Node::default());
    shown.scene.materials.push(transect_mesh::scene::Material {
        color: [0.5, 0.0, 0.0, 1.0],
        ..Default::default()
    });
    shown.scene.meshes[0].parts = vec![Part {
        name: "b".into(),
        material: Some(0),
        ..Part::default()
    }];
    shown.scene.nodes[0].placement = Placement::Matrix(Transform {
        columns: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.5, 1.0], [0.0; 3]],
    });
    shown.scene.meshes.push(SceneMesh::default());
    let (_, after, lost) = written(&shown);
    assert_eq!(after.unit(), Some("m"));
    assert_eq!(after.scene.materials[0].name, "material_0");
    assert_eq!(
        lost,
        [
            "names of groups: 1 node",
            "sharing of meshes by 1 instance",
            "names of 1 part",
            "colours of 1 material beyond 8 bits"
        ]
    );
    shown.sources[0].unit = Some("yd".into());
    let folder = tempfile::tempdir().expect("a folder");
    let mut outputs = Outputs::new(folder.path(), false).expect("outputs");
    let error = write(&shown, Format::ThreeMf, &mut outputs, "part").expect_err("no such unit");
    assert_eq!(
        error.to_string(),
        "3MF cannot hold coordinates in the unit yd"
    );
}
