//! NULL, NaN, infinity, empty tables, types of numbers, and errors of the functions.

use std::sync::Arc;

use crate::session::{cells, error, session};
use datafusion::arrow::array::{
    ArrayRef, Float32Array, Float64Array, Int64Array, RecordBatch, StructArray,
};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::prelude::SessionContext;

/// Returns a column of points in 3D with `x` and the zeros y and z. The rows in `nulls` are NULL.
fn points(x: ArrayRef, nulls: &[usize]) -> ArrayRef {
    let zero: ArrayRef = match x.data_type() {
        DataType::Float32 => Arc::new(Float32Array::from(vec![0.0; x.len()])),
        _ => Arc::new(Float64Array::from(vec![0.0; x.len()])),
    };
    let fields = ["x", "y", "z"].map(|name| {
        let data_type = if name == "x" {
            x.data_type()
        } else {
            zero.data_type()
        };
        Field::new(name, data_type.clone(), true)
    });
    let valid: NullBuffer = (0..x.len()).map(|row| !nulls.contains(&row)).collect();
    let columns = vec![x, Arc::clone(&zero), zero];
    Arc::new(StructArray::new(
        fields.to_vec().into(),
        columns,
        Some(valid),
    ))
}

fn table(context: &SessionContext, name: &str, columns: Vec<(&str, ArrayRef)>) {
    let batch = RecordBatch::try_from_iter_with_nullable(
        columns
            .into_iter()
            .map(|(name, column)| (name, column, true)),
    );
    let batch = batch.expect("the columns have the same length");
    context
        .register_batch(name, batch)
        .expect("the name is free");
}

fn doubles(numbers: &[f64]) -> ArrayRef {
    Arc::new(Float64Array::from(numbers.to_vec()))
}

#[tokio::test]
async fn null_and_nan_give_null() {
    let context = session();
    let x = doubles(&[-1.0, 0.0, 1.0, f64::NAN, f64::INFINITY]);
    table(&context, "t", vec![("p", points(x, &[1, 4]))]);
    let sides = cells(&context, "SELECT plane_side('x = 0', p) FROM t").await;
    assert_eq!(sides.concat(), ["back", "", "front", "", ""]);
    let distances = cells(&context, "SELECT signed_distance('x = 0', p) FROM t").await;
    assert_eq!(distances.concat(), ["-1.0", "", "1.0", "", ""]);
    let intervals = cells(
        &context,
        "SELECT plane_interval('x = 0', p)['frontmost'] FROM t",
    )
    .await;
    assert_eq!(intervals.concat(), ["-1.0", "", "1.0", "", ""]);
    let extents = cells(
        &context,
        "SELECT plane_extent('x = 0', p)['backmost'] FROM t",
    )
    .await;
    assert_eq!(extents.concat(), ["back", "", "front", "", ""]);
    for function in ["region_overlap", "region_overlap_conservative"] {
        let sql = format!("SELECT {function}(region('x = 0'), p) FROM t");
        assert_eq!(
            cells(&context, &sql).await.concat(),
            ["outside", "", "inside", "", ""]
        );
    }
    let sides = cells(&context, "SELECT plane_side(NULL, p) FROM t").await;
    assert_eq!(sides.concat(), ["", "", "", "", ""]);
    for sql in [
        "SELECT plane_side('x = 0', NULL)",
        "SELECT plane_side(plane(1, 2, NULL, 4), 1, 2, 3)",
        "SELECT plane(NULL)",
        "SELECT region(NULL, 'x = 0')",
        "SELECT region_overlap(NULL, 1, 2, 3)",
        "SELECT frustum(NULL, 'zero_to_one')",
        "SELECT plane_through(NULL, {'x': 1, 'y': 0, 'z': 0}, {'x': 0, 'y': 1, 'z': 0})",
    ] {
        assert_eq!(cells(&context, sql).await, [[""]], "{sql}");
    }
}

#[tokio::test]
async fn a_coordinate_is_null_alone() {
    let context = session();
    let sql = "SELECT plane_side('z = 1', x, 0, z) FROM (VALUES (1, 2.0), (NULL, 2.0), (1, NULL)) AS t(x, z)";
    assert_eq!(cells(&context, sql).await.concat(), ["front", "", ""]);
}

#[tokio::test]
async fn an_infinite_coordinate_names_function_argument_and_row() {
    let context = session();
    let x = doubles(&[0.0, f64::NEG_INFINITY]);
    table(&context, "t", vec![("p", points(x, &[]))]);
    let message = error(&context, "SELECT plane_side('x = 0', p) FROM t").await;
    let expected = "plane_side: argument 2, row 2 of the batch: x is -inf, not a finite number";
    assert!(message.contains(expected), "{message}");
}

#[tokio::test]
async fn boxes_may_be_unbounded_or_empty() {
    let context = session();
    let sql = "SELECT plane_side('z = 1', 0, 0, zmin, 1, 1, zmax) FROM (VALUES \
        (arrow_cast('-Infinity', 'Float64'), arrow_cast('Infinity', 'Float64')), (2.0, arrow_cast('Infinity', 'Float64')), \
        (3.0, 2.0), (arrow_cast('NaN', 'Float64'), 2.0)) AS t(zmin, zmax)";
    assert_eq!(cells(&context, sql).await.concat(), ["on", "front", "", ""]);
}

#[tokio::test]
async fn spheres_and_circles() {
    let context = session();
    let sql = "SELECT plane_side('2x + 3y + 6z = 5', named_struct('x', 1, 'y', 2, 'z', 3, 'radius', r)) \
        FROM (VALUES (3.0), (2.9999999999999996), (-1.0)) AS t(r)";
    assert_eq!(cells(&context, sql).await.concat(), ["on", "front", ""]);
    let sql = "SELECT plane_side('x = 1', {'x': 3, 'y': 0, 'radius': 2})";
    assert_eq!(cells(&context, sql).await.concat(), ["on"]);
}

#[tokio::test]
async fn planes_may_differ_from_row_to_row() {
    let context = session();
    let sql = "SELECT plane_side(p, 0, 0, 1) FROM (VALUES ('z = 0'), ('z = 1'), (NULL), ('z = 2')) AS t(p)";
    assert_eq!(
        cells(&context, sql).await.concat(),
        ["front", "on", "", "back"]
    );
    let sql = "SELECT region_overlap(region(p, 'x = 0'), 0, 0, 1) FROM (VALUES ('z = 0'), ('z = 2')) AS t(p)";
    assert_eq!(cells(&context, sql).await.concat(), ["inside", "outside"]);
    let sql = "SELECT plane_side(p, 0, 0, 1) FROM (VALUES ('z = 0'), ('zz')) AS t(p)";
    let message = error(&context, sql).await;
    assert!(
        message.contains("plane_side: argument 1, row 2 of the batch: \"zz\" is not a plane"),
        "{message}"
    );
}

#[tokio::test]
async fn f32_f64_and_integers_have_the_same_sides() {
    let context = session();
    let numbers = [-3.0, 0.0, 5.0];
    let f32: ArrayRef = Arc::new(Float32Array::from(
        numbers.map(|number| number as f32).to_vec(),
    ));
    let integers: ArrayRef = Arc::new(Int64Array::from(vec![-3, 0, 5]));
    table(
        &context,
        "a",
        vec![
            ("p", points(f32, &[])),
            ("x", integers),
            ("d", doubles(&numbers)),
        ],
    );
    let sql = "SELECT plane_side('x = 0', p), plane_side('x = 0', x, 0, 0), plane_side('x = 0', d, 0, 0) FROM a";
    let sides = cells(&context, sql).await;
    assert_eq!(sides, [["back"; 3], ["on"; 3], ["front"; 3]]);
    let message = error(
        &context,
        "SELECT plane_side('x = 0', 9007199254740993, 0, 0)",
    )
    .await;
    assert!(message.contains("9007199254740993"), "{message}");
    let sql = "SELECT plane_side('x = 0', 9007199254740994, 0, 0), plane_side('x = 0', -1152921504606846976, 0, 0)";
    assert_eq!(cells(&context, sql).await, [["front", "back"]]);
}

#[tokio::test]
async fn empty_tables_have_empty_answers() {
    let context = session();
    table(
        &context,
        "t",
        vec![("p", points(doubles(&[]), &[])), ("x", doubles(&[]))],
    );
    for sql in [
        "SELECT plane_side('x = 0', p) FROM t",
        "SELECT plane_extent('x = 0', x, x, x) FROM t",
        "SELECT region_overlap(region('x = 0'), p) FROM t",
    ] {
        assert!(cells(&context, sql).await.is_empty(), "{sql}");
    }
    let sql = "SELECT bounds(p), plane_fit(p) FROM t";
    assert_eq!(cells(&context, sql).await, [["", ""]]);
    // A constant that is not a plane is an error even in a table without rows.
    let message = error(&context, "SELECT plane_side('zz', p) FROM t").await;
    assert!(message.contains("plane_side: argument 1: "), "{message}");
}

#[tokio::test]
async fn wrong_arguments_are_errors_that_name_them() {
    let context = session();
    for (sql, expected) in [
        (
            "SELECT plane('x')",
            "plane: argument 1: \"x\" is not a plane",
        ),
        (
            "SELECT plane(1)",
            "plane: argument 1: the type is Int64; a text is needed",
        ),
        (
            "SELECT plane('x = 1', 4)",
            "plane: argument 2: the dimension must be the literal 2 or 3",
        ),
        ("SELECT plane(0, 0, 0, 1)", "plane"),
        (
            "SELECT plane(1, 2, 'x', 4)",
            "plane: argument 3: the type is Utf8; a number is needed",
        ),
        (
            "SELECT plane_side('x = 1')",
            "plane_side: there are 1 arguments; the arguments are a plane and a shape",
        ),
        (
            "SELECT plane_side('x = 1', 1, 2, 3, 4, 5)",
            "plane_side: argument 2: 5 numbers are not a shape",
        ),
        (
            "SELECT plane_side('x = 1', 1, 'y', 3)",
            "plane_side: argument 3: the type is Utf8",
        ),
        (
            "SELECT plane_side(true, 1, 2, 3)",
            "plane_side: argument 1: the type is Boolean",
        ),
        (
            "SELECT plane_side('x = 1', {'x': 1})",
            "plane_side: argument 2: the field y is missing",
        ),
        (
            "SELECT plane_side('x = 1', {'x': 1, 'y': 'a'})",
            "plane_side: argument 2: the field y has the type Utf8",
        ),
        (
            "SELECT plane_side(plane(1, 2, 3), 1, 2, 3)",
            "plane_side: argument 1: a plane in 2D does not have a side for a point in 3D",
        ),
        (
            "SELECT plane_side({'a': 1, 'b': 1}, 1, 2)",
            "plane_side: argument 1: the field c is missing",
        ),
        (
            "SELECT signed_distance('x = 1', 1, 2, 3, 4, 5, 6)",
            "signed_distance: argument 2: a box in 3D has an interval of distances; use plane_interval",
        ),
        (
            "SELECT region('x = 1', plane(1, 0, 0), plane(1, 0, 0, 0))",
            "region: argument 3: a plane in 3D among planes in 2D",
        ),
        (
            "SELECT region_overlap('x = 1', 1, 2, 3)",
            "region_overlap: argument 1: the type is Utf8; a region is a list of planes",
        ),
        (
            "SELECT frustum([1, 2], 'zero_to_one')",
            "frustum: argument 1: the matrix has 2 numbers; 16 are needed",
        ),
        (
            "SELECT frustum([1], 'opengl')",
            "frustum: argument 2: the clip space is 'opengl'",
        ),
        (
            "SELECT frustum(1, 'zero_to_one')",
            "frustum: argument 1: the type is Int64; a list of 16 numbers is needed",
        ),
        (
            "SELECT plane_through({'x': 0, 'y': 0}, {'x': 0, 'y': 0})",
            "plane_through: row 1 of the batch: ",
        ),
        (
            "SELECT plane_fit(x, y, x, y) FROM (VALUES (1, 2)) AS t(x, y)",
            "plane_fit: argument 1: a box in 2D is not a point",
        ),
    ] {
        let message = error(&context, sql).await;
        assert!(
            message.contains(expected),
            "{sql}\n{message}\nnot\n{expected}"
        );
    }
}

#[tokio::test]
async fn columns_are_sliced_at_any_row() {
    let context = session();
    let numbers: Vec<f64> = (0..300).map(f64::from).collect();
    let column = points(doubles(&numbers), &[77]);
    let schema = Arc::new(Schema::new(vec![Field::new(
        "p",
        column.data_type().clone(),
        true,
    )]));
    let batch = RecordBatch::try_new(schema, vec![column]).expect("one column");
    context
        .register_batch("t", batch.slice(7, 200))
        .expect("the name is free");
    let sql = "SELECT plane_side('x = 100', p), count(*) FROM t GROUP BY 1 ORDER BY 1";
    let counts = cells(&context, sql).await;
    assert_eq!(
        counts,
        [["back", "92"], ["front", "106"], ["on", "1"], ["", "1"]]
    );
}

#[tokio::test]
async fn aggregates_do_not_depend_on_partitions() {
    let context = session();
    let sql = "SELECT bounds({'x': value * 0.1, 'y': -value, 'z': 1}), \
        plane_fit({'x': value % 7, 'y': value % 11, 'z': (value % 7) * 0.25 + 0.1}) FROM range(0, 10000)";
    let once = cells(&context, sql).await;
    assert!(once[0][0].contains("xmax: 999.9"), "{once:?}");
    for _ in 0..3 {
        assert_eq!(cells(&context, sql).await, once);
    }
    let sql = "SELECT bounds({'x': 1, 'y': 1e300, 'radius': 0.1})['xmin'] < 0.9000000000000001";
    assert_eq!(cells(&context, sql).await, [["true"]]);
}

#[tokio::test]
async fn a_fit_is_a_plane() {
    let context = session();
    let sql = "SELECT plane_side(fit, 0, 0, 2) FROM (SELECT plane_fit(x, y, z) AS fit FROM (VALUES (0, 0, 1), (4, 0, 1), \
        (0, 4, 1)) AS t(x, y, z))";
    assert_eq!(cells(&context, sql).await, [["front"]]);
    // Points on a line, and too few points.
    let sql = "SELECT plane_fit(x, x, x) IS NULL FROM (VALUES (0), (1), (2)) AS t(x)";
    assert_eq!(cells(&context, sql).await, [["true"]]);
}
