//! Conditions as people write them: the row groups that they exclude.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, Float64Array};
use datafusion::parquet::file::properties::EnabledStatistics;

use crate::command::{answer, folder, write_with};

/// Slabs, sides in CASE, fields of extents, and planes that are constants only after planning exclude row groups, and
/// change no answer.
#[test]
fn what_people_write_excludes_row_groups() {
    let folder = folder();
    let path = folder.path();
    let mut columns: [Vec<Option<f64>>; 3] = Default::default();
    for row in 0..600_i32 {
        for (axis, column) in columns.iter_mut().enumerate() {
            let number =
                f64::from(row / 30) - 10.0 + f64::from(row * (7 + axis as i32) % 30) / 30.0;
            column.push(match row % 17 {
                5 if axis == 1 => None,
                9 if axis == 2 => Some(f64::NAN),
                _ => Some(number),
            });
        }
    }
    for (name, statistics) in [
        ("pages", EnabledStatistics::Page),
        ("none", EnabledStatistics::None),
    ] {
        let columns = ["x", "y", "z"].into_iter().zip(&columns);
        let columns = columns.map(|(name, numbers)| {
            let column: ArrayRef = Arc::new(Float64Array::from(numbers.clone()));
            (name, column)
        });
        write_with(
            &path.join(format!("{name}.parquet")),
            columns.collect(),
            30,
            10,
            statistics,
        );
    }
    for (before, from, condition, least) in [
        (
            "",
            "",
            "slab_overlap('2x + 3y + 6z = 7', -0.5, 0.25, x, y, z) = 'inside'",
            15,
        ),
        (
            "",
            "",
            "slab_overlap('x + y + z = 0', 1, 1.5, {'x': x, 'y': y, 'z': z}) <> 'outside'",
            15,
        ),
        (
            "",
            "",
            "slab_overlap('x = y', 0.1, 0.5, x, y) = 'inside'",
            0,
        ),
        (
            "",
            "",
            "signed_distance('x + y + z = 3', x, y, z) BETWEEN -0.1 AND 0.1",
            15,
        ),
        (
            "",
            "",
            "CASE WHEN plane_side('x + y + z = 3', x, y, z) = 'front' THEN 1 ELSE 0 END = 1",
            8,
        ),
        (
            "",
            "",
            "CASE plane_side('x + y + z = 3', x, y, z) WHEN 'front' THEN 'up' WHEN 'on' THEN 'cut' ELSE 'low' END IN ('up', 'cut')",
            8,
        ),
        (
            "",
            "",
            "CASE plane_side('z = 3', x, y, z) WHEN 'front' THEN x > 4 ELSE false END",
            8,
        ),
        ("", "", "plane_side('z = 3', x, y, z) = 'front' IS TRUE", 8),
        (
            "",
            "",
            "plane_side('z = 3', x, y, z) = 'front' IS NOT TRUE",
            0,
        ),
        (
            "",
            "",
            "CASE plane_side('z = 3', x, y, z) WHEN 'front' THEN 1 ELSE 0 END = 0",
            0,
        ),
        (
            "",
            "",
            "coalesce(plane_side('z = 3', x, y, z), 'none') <> 'front'",
            0,
        ),
        (
            "",
            "",
            "plane_extent('z = 3', x, y, z)['backmost'] = 'front'",
            8,
        ),
        (
            "",
            "",
            "plane_extent('z = 3', x, y, z)['frontmost'] <> 'front'",
            5,
        ),
        (
            "",
            "",
            "plane_extent('z = 3', x, y, z)['frontmost'] <> 'back' AND plane_extent('z = 3', x, y, z)['backmost'] <> 'front'",
            15,
        ),
        (
            "WITH p AS (SELECT 'x + y + z = 3' AS plane)",
            ", p",
            "plane_side(p.plane, x, y, z) = 'on'",
            15,
        ),
        (
            "WITH p AS (SELECT plane(1, 1, 1, -3) AS plane)",
            ", p",
            "plane_side(p.plane, x, y, z) = 'on'",
            15,
        ),
        (
            "WITH p AS (SELECT 'z = 3' AS plane), q AS (SELECT plane AS a, 2 AS b FROM p)",
            " CROSS JOIN q",
            "abs(signed_distance(q.a, x, y, z)) < q.b",
            12,
        ),
        (
            "",
            ", (VALUES ('z = 3', 0.5)) AS p(plane, d)",
            "abs(signed_distance(plane, x, y, z)) < d",
            15,
        ),
        (
            "",
            " JOIN (SELECT 'z = 3' AS plane) AS p ON plane_side(plane, x, y, z) = 'front'",
            "x > -20",
            8,
        ),
        ("", "", "plane_side((SELECT 'z = 3'), x, y, z) = 'front'", 8),
        (
            "WITH p AS (SELECT region('z = 3', '-z + 5 = 0') AS r)",
            "",
            "region_overlap((SELECT r FROM p), x, y, z) = 'inside'",
            8,
        ),
    ] {
        let sql = |table: &str| {
            format!(
                "{before} SELECT x, y, z FROM '{table}.parquet' AS t{from} WHERE {condition} ORDER BY x, y, z"
            )
        };
        let [pages, none] = ["pages", "none"].map(|table| answer(path, &["--csv", &sql(table)]));
        assert_eq!(pages, none, "{condition}");
        assert!(
            pages.lines().count() > 1 || condition.contains("= 'on'"),
            "{condition}\n{pages}"
        );
        let plan = answer(
            path,
            &["--json", &format!("EXPLAIN FORMAT INDENT {}", sql("pages"))],
        );
        let pruned = plan
            .split_once("row_groups_pruned=")
            .map_or(0, |(_, rest)| {
                let word = rest.split(' ').next().expect("a word");
                word.parse().expect("a number")
            });
        assert!(pruned >= least, "{condition}: {pruned}\n{plan}");
        assert!(
            least > 0 || pruned == 0 || condition.starts_with("slab"),
            "{condition}: {pruned}"
        );
    }
}
