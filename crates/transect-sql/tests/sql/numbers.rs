//! Numbers of all types: each one is the `DOUBLE` that is equal to it, or an error.

use crate::session::{cells, error, session};

/// A number as text, its type, and the side of x = 0.5 on which it lies, or `None` if no `DOUBLE` is equal to it.
const NUMBERS: [(&str, &str, Option<&str>); 26] = [
    ("1", "Int8", Some("front")),
    ("-1", "Int16", Some("back")),
    ("1", "UInt32", Some("front")),
    ("0.5", "Float16", Some("on")),
    ("0.5", "Float32", Some("on")),
    ("9007199254740992", "Int64", Some("front")),
    ("9007199254740993", "Int64", None),
    ("9007199254740994", "Int64", Some("front")),
    ("-9007199254740994", "Int64", Some("back")),
    ("-9007199254740995", "Int64", None),
    ("9223372036854775807", "Int64", None),
    ("-9223372036854775808", "Int64", Some("back")),
    ("18446744073709551615", "UInt64", None),
    ("9223372036854775808", "UInt64", Some("front")),
    ("0.5", "Decimal32(3, 1)", Some("on")),
    ("0.50", "Decimal64(9, 2)", Some("on")),
    ("0.500", "Decimal128(20, 3)", Some("on")),
    ("0.5000", "Decimal256(60, 4)", Some("on")),
    ("0.1", "Decimal32(3, 1)", None),
    ("0.25", "Decimal64(9, 2)", Some("back")),
    ("1.3", "Decimal128(20, 3)", None),
    ("7", "Decimal128(38, 0)", Some("front")),
    ("0.4999999999999999999999", "Decimal128(38, 22)", None),
    (
        "12345678901234567890123456789012345678",
        "Decimal128(38, 0)",
        None,
    ),
    ("0.7", "Decimal256(60, 4)", None),
    ("-7.0", "Decimal256(60, 4)", Some("back")),
];

/// Returns the types of a column: the type itself, and a dictionary of it.
fn types(number: &str) -> [String; 2] {
    [number.to_owned(), format!("Dictionary(Int32, {number})")]
}

#[tokio::test]
async fn a_number_is_the_double_that_is_equal_to_it() {
    let context = session();
    for (number, data_type, side) in NUMBERS {
        for data_type in types(data_type) {
            let cast = format!("arrow_cast('{number}', '{data_type}')");
            let null = format!("arrow_cast(NULL, '{data_type}')");
            for (shape, argument) in [
                (format!("{cast}, 0, 0"), 2),
                (format!("named_struct('x', {cast}, 'y', 0, 'z', 0)"), 2),
                (format!("{cast}, 0, 0, {cast}, 1, 1"), 2),
            ] {
                let sql = format!("SELECT plane_side('x = 0.5', {shape})");
                match side {
                    Some(side) => assert_eq!(cells(&context, &sql).await, [[side]], "{sql}"),
                    None => {
                        let found = error(&context, &sql).await;
                        let expected =
                            format!("plane_side: argument {argument}, row 1 of the batch: ");
                        assert!(found.contains(&expected), "{sql}\n{found}");
                        assert!(
                            found.contains("no DOUBLE is equal to it\nhint: CAST"),
                            "{sql}\n{found}"
                        );
                    }
                }
                let sql = sql.replace(&cast, &null);
                assert_eq!(cells(&context, &sql).await, [[""]], "{sql}");
                // The way of the hint.
                let rounded = format!("CAST({cast} AS DOUBLE)");
                let sql = format!("SELECT plane_side('x = 0.5', {shape})").replace(&cast, &rounded);
                assert_eq!(cells(&context, &sql).await.len(), 1, "{sql}");
            }
            // Coefficients of planes, and numbers of matrices.
            let plane = format!("SELECT plane_side(plane(0, 0, 1, {cast}), 0, 0, 0) IS NOT NULL");
            if side.is_some() {
                assert_eq!(cells(&context, &plane).await, [["true"]], "{plane}");
                continue;
            }
            let matrix = [cast.as_str(); 16].join(", ");
            let frustum = format!("SELECT frustum(make_array({matrix}), 'zero_to_one')");
            for sql in [plane, frustum] {
                let found = error(&context, &sql).await;
                assert!(found.contains("no DOUBLE is equal to it"), "{sql}\n{found}");
            }
        }
    }
}

/// Tenths as decimals are refused, and rounding them is a decision of the statement.
#[tokio::test]
async fn tenths_are_not_rounded_in_silence() {
    let context = session();
    let tenths = "(SELECT arrow_cast(value, 'Decimal128(10, 0)') * arrow_cast('0.1', 'Decimal128(2, 1)') AS t \
        FROM range(0, 50))";
    let sql = format!(
        "SELECT plane_side('x + y - z = 0', t, t, t + t) AS s, count(*) FROM {tenths} GROUP BY 1"
    );
    let found = error(&context, &sql).await;
    assert!(
        found.contains("is 0.1, and no DOUBLE is equal to it"),
        "{found}"
    );
    let halves = sql.replace("'0.1'", "'0.5'");
    assert_eq!(cells(&context, &halves).await, [["on", "50"]]);
}
