//! Tests of the 3MF reader with damaged and malicious files: no panic, limited memory, errors with their place.
//!
//! All checks are in one test, because the test measures the memory of the whole process.

mod support;

use std::io::{Cursor, Write};

use support::{Random, Seed, damage, damaged, survived};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

const WORDS: &[&str] = &[
    "model",
    "object",
    "components",
    "component",
    "triangle",
    "vertex",
    "item",
    "m:colorgroup",
    "basematerials",
    "id",
    "objectid",
    "pid",
    "p1",
    "v3",
    "transform",
    "requiredextensions",
    "unit",
    "&amp;",
    "&x;",
    "<!DOCTYPE",
    "<!--",
    "-->",
    "<![CDATA[",
    "/>",
    "xmlns",
    "=",
    "'",
];

const RELATIONSHIPS: &str = r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel" Target="/3D/a.model" Id="r"/></Relationships>"#;

const MODEL: &str = r##"<model unit="inch" requiredextensions="m p" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
 xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02" xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06">
<metadata name="Title">a &amp; b</metadata>
<resources>
 <basematerials id="1"><base name="a" displaycolor="#ff0000"/><base name="b" displaycolor="#00ff0080"/></basematerials>
 <m:colorgroup id="2"><m:color color="#0000ff"/><m:color color="#ffffff"/></m:colorgroup>
 <object id="3" name="c" pid="1" pindex="0"><mesh>
  <vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/><vertex x="0" y="0" z="1e0"/></vertices>
  <triangles><triangle v1="0" v2="2" v3="1"/><triangle v1="0" v2="1" v3="3" pid="2" p1="0" p2="1" p3="0"/>
  <triangle v1="1" v2="2" v3="3" p1="1"/><triangle v1="0" v2="3" v3="2" pid="2" p1="1"/></triangles></mesh></object>
 <object id="4"><components><component objectid="3" transform="1 0 0 0 1 0 0 0 1 5 0 0"/><component objectid="3"/></components></object>
 <object id="5"><components><component objectid="4"/><component objectid="3" p:path="/3D/b.model"/></components></object>
</resources>
<build p:UUID="u"><item objectid="5" transform="0 1 0 -1 0 0 0 0 1 0 0 7"/><item objectid="3"/></build>
</model>
"##;

/// Returns a package whose files are not compressed.
fn package(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        zip.start_file(*name, options).expect("a name");
        zip.write_all(bytes).expect("memory");
    }
    zip.finish().expect("memory").into_inner()
}

/// Returns a package with this root model, and another model without references.
fn with_root(model: &[u8]) -> Vec<u8> {
    let other = MODEL.replace(" p:path=\"/3D/b.model\"", "");
    package(&[
        ("_rels/.rels", RELATIONSHIPS.as_bytes()),
        ("3D/a.model", model),
        ("3D/b.model", other.as_bytes()),
    ])
}

#[test]
fn the_reader_survives() {
    // Damage of the archive.
    let seed = Seed {
        name: "a.3mf",
        bytes: with_root(MODEL.as_bytes()),
        words: &[],
    };
    let readable = damage(&[seed], 3000);
    assert!((10..3700).contains(&readable), "{readable}");
    // Damage of the XML inside.
    let seed = Seed {
        name: "a.3mf",
        bytes: MODEL.into(),
        words: WORDS,
    };
    let mut random = Random(48);
    let mut readable = 0;
    for length in 0..MODEL.len() {
        let cut = survived("a.3mf", &with_root(&MODEL.as_bytes()[..length]));
        readable += usize::from(cut.is_ok());
    }
    for _ in 0..6000 {
        let bytes = with_root(&damaged(&seed, &mut random));
        readable += usize::from(survived("a.3mf", &bytes).is_ok());
    }
    assert!((100..4000).contains(&readable), "{readable}");
    let list = RELATIONSHIPS.as_bytes();
    for length in 0..list.len() {
        let files: [(&str, &[u8]); 2] = [
            ("_rels/.rels", &list[..length]),
            ("3D/a.model", MODEL.as_bytes()),
        ];
        let _ = survived("a.3mf", &package(&files));
    }
    hostile_models();
}

/// Reads models that are made to take much memory or much time.
fn hostile_models() {
    const SIZE: usize = 3 << 20;
    let head = MODEL.split("<metadata").next().expect("a start");
    let model = |resources: &str, build: &str| {
        let text =
            format!("{head}<resources>{resources}</resources><build>{build}</build></model>");
        survived("a.3mf", &with_root(text.as_bytes()))
    };
    let fill = |text: &str| text.repeat(SIZE / text.len());
    let mesh = "<mesh><vertices><vertex x='0' y='0' z='0'/></vertices><triangles><triangle v1='0' v2='0' v3='0'/></triangles></mesh>";
    // Many items of an object with a long name.
    let long = format!("<object id='1' name='{}'>{mesh}</object>", "n".repeat(SIZE));
    assert!(model(&long, &fill("<item objectid='1'/>")).is_err());
    let short = format!("<object id='1'>{mesh}</object>");
    let _ = model(&short, &fill("<item objectid='1'/>"));
    // The shortest elements of each kind.
    let vertices = format!(
        "<object id='1'><mesh><vertices>{}</vertices></mesh></object>",
        fill("<vertex x='0' y='0' z='0'/>")
    );
    assert!(model(&vertices, "<item objectid='1'/>").is_ok());
    let triangles = |triangle: &str| {
        let triangles = fill(triangle);
        let before = "<mesh><vertices><vertex x='0' y='0' z='0'/></vertices><triangles>";
        format!("<object id='1'>{before}{triangles}</triangles></mesh></object>")
    };
    let colors =
        "<m:colorgroup id='2'><m:color color='#000000'/><m:color color='#ffffff'/></m:colorgroup>";
    for triangle in [
        "<triangle v1='0' v2='0' v3='0'/>",
        "<triangle v1='0' v2='0' v3='0' pid='2' p1='0'/>",
        "<triangle v1='0' v2='0' v3='0' pid='2' p1='0' p2='1' p3='0'/>",
        "<triangle v1='0' v2='0' v3='0' pid='9' p1='0'/>",
    ] {
        let resources = format!("{colors}{}", triangles(triangle));
        assert!(model(&resources, "<item objectid='1'/>").is_ok());
    }
    // Each triangle has a colour of its own.
    let count = SIZE / 100;
    let mut resources = String::from("<m:colorgroup id='2'>");
    for color in 0..count {
        resources += &format!("<m:color color='#{color:06x}'/>");
    }
    resources += "</m:colorgroup><object id='1'><mesh><vertices><vertex x='0' y='0' z='0'/></vertices><triangles>";
    for color in 0..count {
        resources += &format!("<triangle v1='0' v2='0' v3='0' pid='2' p1='{color}'/>");
    }
    resources += "</triangles></mesh></object>";
    let _ = model(&resources, "<item objectid='1'/>");
    // Many small objects, many groups, many attributes, many namespaces, and a deep nesting.
    let objects = (1..SIZE / 100).map(|id| format!("<object id='{id}'>{mesh}</object>"));
    let objects: String = objects.collect();
    let items: String = (1..SIZE / 100)
        .map(|id| format!("<item objectid='{id}'/>"))
        .collect();
    let _ = model(&objects, &items);
    let groups = (1..SIZE / 30).map(|id| format!("<basematerials id='{id}'/>"));
    assert!(model(&groups.collect::<String>(), "").is_ok());
    let attributes = (0..SIZE / 8).map(|index| format!("a{index}='' "));
    let attributes: String = attributes.collect();
    assert!(model(&format!("<object id='1' {attributes}/>"), "").is_ok());
    let spaces = (0..SIZE / 12).map(|index| format!("xmlns:a{index}='b' "));
    let spaces: String = spaces.collect();
    assert!(model(&format!("<object id='1' {spaces}/>"), "").is_err());
    assert!(model(&fill("<a>"), "").is_err());
    let nested = format!("{}{}", "<a>".repeat(60_000), "</a>".repeat(60_000));
    assert!(model(&nested, "").is_ok());
    let other = format!("{}{}", "<a>".repeat(70_000), "</a>".repeat(70_000));
    assert!(model(&other, "").is_err());
}
