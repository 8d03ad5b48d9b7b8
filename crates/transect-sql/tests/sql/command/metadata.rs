//! Metadata of Parquet files: what is true of the answer stays, and nothing else.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, BinaryArray, Float64Array, Int64Array, RecordBatch};
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use datafusion::parquet::file::metadata::KeyValue;
use datafusion::parquet::file::properties::WriterProperties;
use serde_json::{Value, json};

use crate::command::{answer, folder};

/// The key `geo` of a file with a column of geometries, and with four columns that cover them.
fn geo(bbox: [f64; 4]) -> Value {
    let corner = |name: &str| json!([name]);
    json!({
        "version": "1.1.0",
        "primary_column": "geometry",
        "columns": {"geometry": {
            "encoding": "WKB",
            "geometry_types": ["Point"],
            "crs": {"id": {"authority": "EPSG", "code": 25832}, "scale": 298.257_223_563},
            "edges": "planar",
            "bbox": bbox,
            "covering": {"bbox": {"xmin": corner("x"), "ymin": corner("y"), "xmax": corner("x"), "ymax": corner("y")}},
        }}
    })
}

fn pandas() -> Value {
    let column = |name: &str| json!({"name": name, "field_name": name, "pandas_type": "float64"});
    json!({
        "index_columns": [{"kind": "range", "start": 0, "stop": 3, "step": 1}, "id"],
        "columns": [column("id"), column("geometry"), column("x"), column("y")],
        "pandas_version": "3.0.0",
    })
}

/// Writes three points with metadata.
fn write(path: &Path, metadata: &[(&str, String)]) {
    let kept = HashMap::from([("ARROW:extension:name".to_owned(), "geoarrow.wkb".to_owned())]);
    let fields = vec![
        Field::new("id", DataType::Int64, true),
        Field::new("geometry", DataType::Binary, true).with_metadata(kept),
        Field::new("x", DataType::Float64, true),
        Field::new("y", DataType::Float64, true),
    ];
    let wkb = |point: u8| {
        [1, 1, 0, 0, 0]
            .into_iter()
            .chain([point; 16])
            .collect::<Vec<_>>()
    };
    let columns: Vec<ArrayRef> = vec![
        Arc::new(Int64Array::from(vec![7, 8, 9])),
        Arc::new(BinaryArray::from_iter_values([wkb(1), wkb(2), wkb(3)])),
        Arc::new(Float64Array::from(vec![3.0, 1.0, 2.0])),
        Arc::new(Float64Array::from(vec![0.5, 0.25, 0.125])),
    ];
    let schema = Arc::new(Schema::new(fields));
    let batch = RecordBatch::try_new(Arc::clone(&schema), columns).expect("columns");
    let pairs = metadata.iter();
    let pairs = pairs.map(|(key, text)| KeyValue::new((*key).to_owned(), text.clone()));
    let properties = WriterProperties::builder()
        .set_key_value_metadata(Some(pairs.collect()))
        .build();
    let file = std::fs::File::create(path).expect("a file");
    let mut writer = ArrowWriter::try_new(file, schema, Some(properties)).expect("a schema");
    writer.write(&batch).expect("the rows can be written");
    writer.close().expect("the file can be written");
}

/// The metadata of a file without the schema of Arrow, and the texts of a column.
fn read(path: &Path, column: &str) -> (BTreeMap<String, Value>, HashMap<String, String>) {
    let file = std::fs::File::open(path).expect("the file");
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("a Parquet file");
    let pairs = reader.metadata().file_metadata().key_value_metadata();
    let pairs = pairs
        .into_iter()
        .flatten()
        .filter(|pair| pair.key != "ARROW:schema");
    let pairs = pairs.map(|pair| {
        let text = pair.value.clone().unwrap_or_default();
        let value = serde_json::from_str(&text).unwrap_or(Value::String(text));
        (pair.key.clone(), value)
    });
    let pairs: BTreeMap<_, _> = pairs.collect();
    // The schema of Arrow has the same texts.
    for (key, value) in &pairs {
        let text = &reader.schema().metadata()[key];
        let same = serde_json::from_str(text).unwrap_or(Value::String(text.clone()));
        assert_eq!(same, *value, "{key}");
    }
    let field = reader.schema().field_with_name(column);
    (
        pairs,
        field
            .map(|field| field.metadata().clone())
            .unwrap_or_default(),
    )
}

#[test]
fn metadata_stay_where_they_are_true() {
    let folder = folder();
    let path = folder.path();
    let bbox = [1.0, 0.125, 3.0, 0.5];
    let all = [
        ("geo", geo(bbox).to_string()),
        ("pandas", pandas().to_string()),
        ("survey", "of May".to_owned()),
    ];
    write(&path.join("p.parquet"), &all);
    let select = |sql: &str| {
        answer(path, &["--force", "--parquet", "o.parquet", sql]);
        read(&path.join("o.parquet"), "geometry")
    };
    let extension = HashMap::from([("ARROW:extension:name".to_owned(), "geoarrow.wkb".to_owned())]);

    // All rows in another order: all is true but the numbers of rows.
    answer(
        path,
        &["order", "--force", "p.parquet", "o.parquet", "--by", "x,y"],
    );
    let (ordered, column) = read(&path.join("o.parquet"), "geometry");
    assert_eq!(ordered["geo"], geo(bbox));
    assert_eq!(ordered["pandas"]["index_columns"], json!(["id"]));
    assert_eq!(ordered["pandas"]["columns"], pandas()["columns"]);
    assert_eq!(ordered["survey"], json!("of May"));
    assert_eq!(ordered.len(), 3);
    assert_eq!(column, extension);
    assert_eq!(
        select("SELECT * FROM 'p.parquet' ORDER BY x"),
        (ordered.clone(), column.clone())
    );
    assert_eq!(
        select("WITH t AS (SELECT * FROM 'p.parquet') SELECT id, geometry, x, y FROM t AS u"),
        (ordered.clone(), column.clone())
    );

    // Some rows: the bounds and the types are unknown.
    let mut part = geo(bbox);
    let geometry = part["columns"]["geometry"]
        .as_object_mut()
        .expect("an object");
    geometry.remove("bbox");
    geometry.insert("geometry_types".to_owned(), json!([]));
    for sql in [
        "SELECT * FROM 'p.parquet' WHERE x < 3",
        "SELECT * FROM 'p.parquet' ORDER BY x LIMIT 2",
        "SELECT * FROM (SELECT * FROM 'p.parquet' LIMIT 1)",
        "SELECT * FROM 'p.parquet' WHERE id IN (SELECT max(id) FROM 'p.parquet')",
    ] {
        let (kept, column) = select(sql);
        assert_eq!(kept["geo"], part, "{sql}");
        assert_eq!(kept["survey"], json!("of May"), "{sql}");
        assert_eq!(column, extension, "{sql}");
    }

    // Columns with other names, without the covering ones, and computed ones.
    let (kept, _) = select("SELECT geometry AS g, x AS east, y, id FROM 'p.parquet'");
    let renamed = &kept["geo"]["columns"]["g"];
    assert_eq!(kept["geo"]["primary_column"], json!("g"));
    assert_eq!(renamed["covering"]["bbox"]["xmax"], json!(["east"]));
    assert_eq!(renamed["covering"]["bbox"]["ymax"], json!(["y"]));
    assert_eq!(renamed["bbox"], json!(bbox));
    assert_eq!(kept["pandas"]["index_columns"], json!(["id"]));
    assert_eq!(
        kept["pandas"]["columns"].as_array().expect("a list").len(),
        2
    );
    let (kept, column) = select("SELECT geometry, x + 1 AS x, y FROM 'p.parquet'");
    assert_eq!(kept["geo"]["columns"]["geometry"].get("covering"), None);
    assert_eq!(kept["geo"]["columns"]["geometry"]["bbox"], json!(bbox));
    assert_eq!(kept.get("survey"), None);
    assert_eq!(column, extension);
    let (kept, _) =
        select("SELECT a.geometry, b.x FROM 'p.parquet' AS a JOIN 'p.parquet' AS b ON a.id = b.id");
    assert!(!kept.contains_key("survey"), "{kept:?}");
    let (kept, _) = select("SELECT x, y FROM 'p.parquet'");
    assert_eq!(
        (kept.get("geo"), kept["survey"].as_str()),
        (None, Some("of May"))
    );
    for sql in [
        "SELECT arrow_cast(geometry, 'Binary') AS geometry FROM 'p.parquet'",
        "SELECT CASE WHEN x > 1 THEN geometry END AS geometry FROM 'p.parquet'",
        "SELECT max(x) AS x FROM 'p.parquet'",
        "SELECT geometry FROM 'p.parquet' UNION ALL SELECT geometry FROM 'p.parquet'",
    ] {
        let (kept, column) = select(sql);
        assert_eq!((kept.len(), column.len()), (0, 0), "{sql}");
    }
}

/// Texts of the engine are views, which pyarrow cannot filter.
#[test]
fn texts_are_written_as_plain_texts() {
    let folder = folder();
    let path = folder.path();
    write(&path.join("p.parquet"), &[]);
    let sql = "SELECT geometry, arrow_cast('a', 'Utf8View') AS t, named_struct('s', arrow_cast('b', 'Utf8View')) AS s, \
        make_array(arrow_cast('c', 'Utf8View')) AS l FROM 'p.parquet'";
    answer(path, &["--force", "--parquet", "o.parquet", sql]);
    let file = std::fs::File::open(path.join("o.parquet")).expect("the file");
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).expect("a Parquet file");
    let schema = format!("{:?}", reader.schema());
    assert!(!schema.contains("View"), "{schema}");
    assert_eq!(
        answer(
            path,
            &[
                "--csv",
                "SELECT count(*) AS n, max(t) AS t, max(s['s']) AS s, max(l[1]) AS l FROM 'o.parquet'"
            ]
        ),
        "n,t,s,l\n3,a,b,c\n"
    );
}

#[test]
fn metadata_of_several_files_are_common() {
    let folder = folder();
    let path = folder.path();
    std::fs::create_dir(path.join("t")).expect("a folder");
    let order = || {
        answer(path, &["order", "--force", "t", "o.parquet", "--by", "x,y"]);
        read(&path.join("o.parquet"), "geometry").0
    };
    let file = |name: &str, geo: &Value, survey: &str| {
        let all = [("geo", geo.to_string()), ("survey", survey.to_owned())];
        write(&path.join("t").join(name), &all);
    };
    file("a.parquet", &geo([0.0, 0.0, 1.0, 1.0]), "May");
    file("b.parquet", &geo([1.0, 0.0, 2.0, 1.0]), "May");
    let kept = order();
    assert_eq!(kept["survey"], json!("May"));
    let geometry = &kept["geo"]["columns"]["geometry"];
    assert_eq!(geometry["crs"]["id"]["code"], json!(25832));
    assert_eq!(geometry.get("bbox"), None);
    // Files of other reference systems have no common one.
    let mut other = geo([1.0, 0.0, 2.0, 1.0]);
    other["columns"]["geometry"]["crs"]["id"]["code"] = json!(25833);
    file("b.parquet", &other, "June");
    assert_eq!(order().len(), 0);
    // Text that is not JSON says nothing.
    write(&path.join("q.parquet"), &[("geo", "{".to_owned())]);
    answer(
        path,
        &["order", "--force", "q.parquet", "o.parquet", "--by", "x,y"],
    );
    assert_eq!(read(&path.join("o.parquet"), "x").0.len(), 0);
}
