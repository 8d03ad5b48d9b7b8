//! Conditions on answers, which the engine computes without texts: they hold for the same rows as comparisons of texts.

use std::sync::Arc;

use crate::session::{cells, error, session};
use datafusion::arrow::array::{ArrayRef, Float64Array, RecordBatch};
use datafusion::prelude::SessionContext;

/// Registers a table of boxes in 3D with NULL, NaN and boxes without points.
fn boxes(context: &SessionContext) {
    let least = |axis: usize| {
        let numbers = (0..300).map(move |row| match row % 19 {
            7 if axis == 1 => None,
            11 if axis == 2 => Some(f64::NAN),
            _ => Some(((row * [7, 5, 3][axis]) % 13) as f64 - 6.0),
        });
        Float64Array::from_iter(numbers)
    };
    let columns = (0..6).map(|index| {
        let least = least(index % 3);
        let column: ArrayRef = if index < 3 {
            Arc::new(least)
        } else {
            Arc::new(Float64Array::from_iter(least.iter().enumerate().map(
                |(row, number)| {
                    number.map(|number| number + if row % 23 == 5 { -1.0 } else { 2.0 })
                },
            )))
        };
        (["x", "y", "z", "u", "v", "w"][index], column, true)
    });
    let batch = RecordBatch::try_from_iter_with_nullable(columns).expect("columns of equal length");
    context
        .register_batch("boxes", batch)
        .expect("the name is free");
}

const SIDE: &str = "plane_side('x + 2y - z = 1', x, y, z, u, v, w)";
const OVERLAP: &str = "region_overlap(region('x = -2', '-x - y + 3 = 0'), x, y, z, u, v, w)";
const CONSERVATIVE: &str =
    "region_overlap_conservative(region('x = -2', '-x - y + 3 = 0'), x, y, z, u, v, w)";
const OF_ROWS: &str = "plane_side(plane(1, x, 2, y), x, y, z, u, v, w)";

#[tokio::test]
async fn conditions_hold_for_the_rows_whose_text_is_equal() {
    let context = session();
    boxes(&context);
    for (answer, words) in [
        (SIDE, ["back", "on", "front"]),
        (OVERLAP, ["outside", "meets", "inside"]),
        (CONSERVATIVE, ["outside", "meets", "inside"]),
        (OF_ROWS, ["back", "on", "front"]),
    ] {
        let [first, second, third] = words;
        for condition in [
            format!("ANSWER = '{first}'"),
            format!("'{second}' = ANSWER"),
            format!("ANSWER <> '{third}'"),
            format!("ANSWER IN ('{first}', '{third}')"),
            format!("ANSWER NOT IN ('{second}', '{third}')"),
            format!("NOT (ANSWER = '{second}')"),
            format!("ANSWER = '{first}' OR ANSWER = '{second}'"),
            format!("(ANSWER = '{first}') IS NULL"),
            format!("ANSWER = '{first}' AND ANSWER = '{second}'"),
            format!("ANSWER <> '{first}' OR ANSWER <> '{second}'"),
        ] {
            let sql = |answer: &str| {
                let condition = condition.replace("ANSWER", answer);
                format!("SELECT x, y, z, {condition} AS holds FROM boxes WHERE {condition}")
            };
            // The rule does not know this expression, so the engine compares texts.
            let text =
                format!("concat({answer}, CASE WHEN {answer} IS NULL THEN NULL ELSE '' END)");
            let text = format!("CASE WHEN {answer} IS NULL THEN NULL ELSE {text} END");
            let found = cells(&context, &sql(answer)).await;
            assert_eq!(
                found,
                cells(&context, &sql(&text)).await,
                "{answer}: {condition}"
            );
        }
    }
    let some = cells(
        &context,
        &format!("SELECT x FROM boxes WHERE {SIDE} = 'on'"),
    )
    .await;
    assert!((1..300).contains(&some.len()));
}

#[tokio::test]
async fn the_plan_shows_conditions_as_functions() {
    let context = session();
    boxes(&context);
    for (condition, function) in [
        (format!("{SIDE} = 'on'"), "plane_side_is(Utf8(\"on\")"),
        (
            format!("{SIDE} <> 'front'"),
            "plane_side_is(Utf8(\"back or on\")",
        ),
        (
            format!("{OVERLAP} <> 'outside'"),
            "region_overlap_is(Utf8(\"meets or inside\")",
        ),
        (
            format!("NOT ({CONSERVATIVE} IN ('meets', 'inside'))"),
            "region_overlap_conservative_is(Utf8(\"outside\")",
        ),
    ] {
        // The condition is found in a named column of an inner statement, too.
        let inner = format!("(SELECT x, {SIDE} AS side FROM boxes)");
        for sql in [
            format!("EXPLAIN FORMAT INDENT SELECT x FROM boxes WHERE {condition}"),
            format!("EXPLAIN FORMAT INDENT SELECT x FROM {inner} WHERE side = 'on'"),
        ] {
            let function = if sql.contains("side = 'on'") {
                "plane_side_is(Utf8(\"on\")"
            } else {
                function
            };
            let plan = cells(&context, &sql).await.concat().concat();
            assert!(plan.contains(function), "{sql}\n{plan}");
        }
    }
}

#[tokio::test]
async fn errors_are_those_of_the_function() {
    let context = session();
    let side = "plane_side('x = 0', x, y, z) FROM (VALUES (1.0, 2.0, arrow_cast('inf', 'Float64'))) AS t(x, y, z)";
    let by_text = error(&context, &format!("SELECT {side}")).await;
    let sql = side.replace("z) FROM", "z) = 'on' FROM");
    let by_condition = error(&context, &format!("SELECT {sql}")).await;
    assert!(
        by_condition.contains("plane_side: argument 2"),
        "{by_condition}"
    );
    assert_eq!(by_text, by_condition);
}

/// A comparison with another word holds for no row, or for all rows, so it is an error, wherever the answer is named.
#[tokio::test]
async fn words_that_are_not_answers_are_refused() {
    let context = session();
    boxes(&context);
    let sides = "'back', 'on' and 'front'";
    let overlaps = "'outside', 'meets' and 'inside'";
    let refused = |function: &str, word: &str, words: &str| {
        format!("{function} is never '{word}'\nhint: its answers are {words}")
    };
    let extent = SIDE.replace("plane_side", "plane_extent");
    let inner = format!(
        "(SELECT x, {SIDE} AS side, {OVERLAP} AS overlap, {extent} AS ends FROM boxes) AS t"
    );
    for (condition, message) in [
        (
            format!("{SIDE} = 'above'"),
            refused("plane_side", "above", sides),
        ),
        (
            format!("'On' <> {SIDE}"),
            refused("plane_side", "On", sides),
        ),
        (
            format!("{SIDE} IN ('on', 'front ')"),
            refused("plane_side", "front ", sides),
        ),
        (
            format!("{SIDE} NOT IN ('')"),
            refused("plane_side", "", sides),
        ),
        (
            format!("{SIDE} IS DISTINCT FROM 'behind'"),
            refused("plane_side", "behind", sides),
        ),
        (
            format!("{OVERLAP} = 'in'"),
            refused("region_overlap", "in", overlaps),
        ),
        (
            format!("CASE {CONSERVATIVE} WHEN 'inside' THEN true WHEN 'out' THEN false END"),
            refused("region_overlap_conservative", "out", overlaps),
        ),
        (
            format!("{extent}['backmost'] = 'meets'"),
            refused("plane_extent", "meets", sides),
        ),
        (
            "plane_side('z = 1', 0, 0, 2) = 'above'".to_owned(),
            refused("plane_side", "above", sides),
        ),
        (
            format!("x = 1 OR EXISTS (SELECT 1 FROM boxes WHERE {SIDE} = 'above')"),
            refused("plane_side", "above", sides),
        ),
    ] {
        for sql in [
            format!("SELECT x FROM boxes WHERE {condition}"),
            format!("SELECT count(*) FILTER (WHERE {condition}) FROM boxes"),
            format!("SELECT {condition} AS holds FROM boxes"),
        ] {
            let found = error(&context, &sql).await;
            assert!(found.contains(&message), "{sql}\n{found}");
        }
    }
    // Columns are followed to the calls that they name.
    for sql in [
        format!("SELECT x FROM {inner} WHERE side = 'above'"),
        format!("SELECT count(*) FILTER (WHERE side = 'above') FROM {inner}"),
        format!(
            "WITH t AS (SELECT {SIDE} AS s FROM boxes) SELECT CASE s WHEN 'above' THEN 1 END FROM t"
        ),
        format!(
            "SELECT n FROM (SELECT {SIDE} AS s, count(*) AS n FROM boxes GROUP BY 1) WHERE s = 'above'"
        ),
        format!("SELECT a.x FROM {inner} JOIN boxes AS a ON a.x = t.x AND t.side = 'above'"),
        format!(
            "SELECT s FROM (SELECT DISTINCT side AS s FROM {inner} ORDER BY s LIMIT 9) WHERE s = 'above'"
        ),
        format!(
            "SELECT s FROM (SELECT side AS s FROM {inner} UNION ALL SELECT {SIDE} FROM boxes) WHERE s = 'above'"
        ),
        format!("SELECT x FROM {inner} WHERE ends['frontmost'] = 'above'"),
    ] {
        let found = error(&context, &sql).await;
        assert!(found.contains("is never 'above'"), "{sql}\n{found}");
    }
    // Other texts are not answers of these functions alone.
    for condition in [
        "coalesce(side, 'none') = 'none'",
        "side || '!' = 'on!'",
        "CASE WHEN side = 'on' THEN 'touches' ELSE side END = 'touches'",
        "side = lower('ON')",
        "side IS NULL",
    ] {
        cells(
            &context,
            &format!("SELECT x FROM {inner} WHERE {condition}"),
        )
        .await;
    }
    let union = format!("SELECT side FROM {inner} UNION ALL SELECT 'none'");
    let none = cells(
        &context,
        &format!("SELECT side FROM ({union}) WHERE side = 'none'"),
    )
    .await;
    assert_eq!(none, [["none"]]);
}
