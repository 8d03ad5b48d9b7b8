//! Row groups and pages that are not read, and the order of a file in which most of them are not.

use std::sync::Arc;

use datafusion::arrow::array::{
    Array, ArrayRef, Float32Array, Float64Array, Int64Array, StructArray,
};
use datafusion::parquet::file::properties::EnabledStatistics;

use crate::command::{answer, boxes, diagonal, failure, folder, write, write_with};

#[test]
fn explain_counts_what_is_pruned() {
    let folder = folder();
    diagonal(&folder.path().join("d.parquet"));
    let explain = |condition: &str| {
        let sql = format!("EXPLAIN FORMAT INDENT SELECT id FROM 'd.parquet' WHERE {condition}");
        let plan = answer(folder.path(), &["--json", &sql]);
        let start = plan
            .find("PlanePruning: ")
            .map(|start| start + "PlanePruning: ".len());
        start.map(|start| {
            plan[start..]
                .split("\\n")
                .next()
                .unwrap_or_default()
                .to_owned()
        })
    };
    let rows = |condition: &str| {
        let sql = format!("SELECT id FROM 'd.parquet' WHERE {condition} ORDER BY id");
        answer(folder.path(), &["--csv", &sql]).lines().count() - 1
    };
    // Boxes 99 and 100 meet the plane: they are in the first two row groups, and there in one page each.
    let on = "plane_side('x + y + z = 300', bbox) = 'on'";
    assert_eq!(
        explain(on).as_deref(),
        Some("row_groups_pruned=8 of 10, pages_pruned=18 of 20")
    );
    assert_eq!(rows(on), 2);
    // The same plane as a point and a normal, whose offset is not a float.
    let at = "plane_at(100, 100, 100, 0.1, 0.1, 0.1)";
    for on in [
        format!("plane_side({at}, bbox) = 'on'"),
        format!(
            "plane_extent({at}, bbox)['backmost'] <> 'front' AND plane_side({at}, bbox) = 'on'"
        ),
        format!("CASE plane_side({at}, bbox) WHEN 'on' THEN true ELSE false END"),
        format!("slab_overlap({at}, 0, 1e-3, bbox) <> 'outside'"),
    ] {
        let pruned = explain(&on);
        assert_eq!(
            pruned.as_deref(),
            Some("row_groups_pruned=8 of 10, pages_pruned=18 of 20"),
            "{on}"
        );
        assert_eq!(rows(&on), 2, "{on}");
    }
    let near =
        format!("abs(signed_distance({at}, bbox['xmin'], bbox['ymin'], bbox['zmin'])) < 0.1");
    assert_eq!(
        explain(&near).as_deref(),
        Some("row_groups_pruned=9 of 10, pages_pruned=9 of 10")
    );
    assert_eq!(rows(&near), 1);
    let not_front = "plane_side('x + y + z = 300', bbox) <> 'front'";
    assert_eq!(
        explain(not_front).as_deref(),
        Some("row_groups_pruned=8 of 10, pages_pruned=9 of 20")
    );
    assert_eq!(rows(not_front), 101);
    let in_list = "plane_side('x + y + z = 300', bbox) IN ('on', 'front')";
    assert_eq!(
        explain(in_list).as_deref(),
        Some("row_groups_pruned=0 of 10, pages_pruned=9 of 100")
    );
    assert_eq!(rows(in_list), 901);
    let region = "region_overlap(region('x = 500', '-x + 510 = 0'), bbox) = 'inside'";
    assert_eq!(
        explain(region).as_deref(),
        Some("row_groups_pruned=8 of 10, pages_pruned=17 of 20")
    );
    assert_eq!(rows(region), 10);
    let by_columns =
        "plane_side('z = 700', bbox['xmin'], bbox['ymin'], bbox['zmin']) = 'on' AND id > 3";
    assert_eq!(
        explain(by_columns).as_deref(),
        Some("row_groups_pruned=9 of 10, pages_pruned=9 of 10")
    );
    assert_eq!(rows(by_columns), 1);
    let either = format!("{on} OR id = 5");
    assert_eq!(explain(&either), None);
    assert_eq!(rows(&either), 3);
}

/// NaN satisfies a comparison that numbers satisfy on one side, so only comparisons on both sides exclude anything.
#[test]
fn comparisons_of_floats_exclude_what_no_value_satisfies() {
    let folder = folder();
    let path = folder.path();
    // Each row group has a NaN in row 7, and a NaN with the sign bit in row 8.
    let number = |row: i32| match row % 100 {
        7 => f32::NAN,
        8 => -f32::NAN,
        _ => row as f32,
    };
    let x: ArrayRef = Arc::new(Float32Array::from_iter_values((0..1000).map(number)));
    let ids: ArrayRef = Arc::new(Int64Array::from_iter_values(0..1000));
    let least: Vec<_> = (0..1000).map(|row| [number(row); 3]).collect();
    let columns = vec![("id", ids), ("x", x), ("bbox", boxes(&least))];
    write(&path.join("d.parquet"), columns, 100, 10);
    for (condition, rows, pruned) in [
        ("x > 250", 749 - 14 + 10, None),
        ("x <= 250.5", 251 - 6 + 10, None),
        ("x <> 250", 999, None),
        (
            "x = 250",
            1,
            Some("row_groups_pruned=9 of 10, pages_pruned=9 of 10"),
        ),
        (
            "x = 1000",
            0,
            Some("row_groups_pruned=10 of 10, pages_pruned=0 of 0"),
        ),
        (
            "x BETWEEN 250 AND 310",
            59,
            Some("row_groups_pruned=8 of 10, pages_pruned=13 of 20"),
        ),
        (
            "249.5 < x AND 252.1 > x",
            3,
            Some("row_groups_pruned=9 of 10, pages_pruned=9 of 10"),
        ),
        (
            "bbox['xmin'] > 250 AND bbox['xmin'] < 252",
            1,
            Some("row_groups_pruned=9 of 10, pages_pruned=9 of 10"),
        ),
        ("x > 250 AND bbox['xmin'] < 252", 1, None),
        ("x > 250 AND x > 255", 744 - 14 + 10, None),
        (
            "x = 250 OR x BETWEEN 3 AND 4",
            3,
            Some("row_groups_pruned=8 of 10, pages_pruned=18 of 20"),
        ),
        ("x = 250 OR x > 3", 996 - 20 + 10, None),
        (
            "x = 250 AND id > 3",
            1,
            Some("row_groups_pruned=9 of 10, pages_pruned=9 of 10"),
        ),
        (
            "plane_side('x = 250', x, 0, 0) = 'on' AND x > 3",
            1,
            Some("row_groups_pruned=9 of 10, pages_pruned=9 of 10"),
        ),
    ] {
        let explain = format!("EXPLAIN FORMAT INDENT SELECT id FROM 'd.parquet' WHERE {condition}");
        let plan = answer(path, &["--json", &explain]);
        let found = plan.split_once("PlanePruning: ");
        let found = found.and_then(|(_, rest)| rest.split("\\n").next());
        assert_eq!(found, pruned, "{condition}");
        let sql = format!("SELECT count(*) AS n FROM 'd.parquet' WHERE {condition}");
        assert_eq!(
            answer(path, &["--csv", &sql]),
            format!("n\n{rows}\n"),
            "{condition}"
        );
    }
}

/// Pruned and unpruned counts are equal, also with NULL, NaN and boxes without points.
#[test]
fn pruning_changes_no_answer() {
    let folder = folder();
    let path = folder.path();
    let mut random = 1_u64;
    let mut next = move |count: u64| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % count
    };
    // In each row group of 50 rows, the boxes are near each other. Some rows are NaN, and so are a page and a row group.
    let mut least = Vec::new();
    for group in 0..40 {
        let place = [0; 3].map(|_: i32| next(60) as f32 - 30.0);
        for row in 0..50 {
            let corner = place.map(|coordinate| coordinate + next(8) as f32);
            let is_nan = next(25) == 0 || group == 5 || (group == 6 && row < 10);
            least.push(if is_nan {
                [corner[0], f32::NAN, corner[2]]
            } else {
                corner
            });
        }
    }
    let mut columns = boxes(&least)
        .as_any()
        .downcast_ref::<StructArray>()
        .expect("structs")
        .clone()
        .into_parts();
    // Some boxes are NULL, and so are a page and a row group. Some boxes have a min above their max.
    let zmin = columns.1[4]
        .as_any()
        .downcast_ref::<Float32Array>()
        .expect("numbers");
    let zmin = zmin
        .values()
        .iter()
        .map(|z| if next(20) == 0 { z + 9.0 } else { *z });
    columns.1[4] = Arc::new(Float32Array::from_iter_values(zmin));
    let valid = (0..least.len()).map(|row| {
        let is_null_part = row / 50 == 7 || row / 10 == 42;
        next(30) != 0 && !is_null_part
    });
    let valid = valid.collect();
    let bbox: ArrayRef = Arc::new(StructArray::new(columns.0, columns.1, Some(valid)));
    for (name, statistics) in [
        ("pages", EnabledStatistics::Page),
        ("groups", EnabledStatistics::Chunk),
        ("none", EnabledStatistics::None),
    ] {
        let path = path.join(format!("{name}.parquet"));
        let columns = vec![("bbox", Arc::clone(&bbox))];
        write_with(&path, columns, 50, 10, statistics);
    }
    let numbers = |sql: &str| {
        let text = answer(path, &["--csv", sql]);
        text.lines().nth(1).expect("one row").to_owned()
    };
    for question in [
        "plane_side('2x + 3y + 6z = 17', bbox)",
        "plane_side('x - y = 3', bbox)",
        "plane_side('z = -28', bbox['xmin'], bbox['ymin'], bbox['zmax'])",
        "region_overlap(region('x = 0', 'y = -x + 4', '-z + 20 = 0'), bbox)",
        "region_overlap_conservative(region('x = 0', 'y = -x + 4', '-z + 20 = 0'), bbox)",
        "plane_side('x + y + z = 0', named_struct('x', bbox['xmin'], 'y', bbox['ymin'], 'z', bbox['zmin'], 'radius', 2))",
    ] {
        let words = if question.starts_with("plane") {
            ["back", "on", "front"]
        } else {
            ["outside", "meets", "inside"]
        };
        let conditions: Vec<_> = words
            .iter()
            .flat_map(|word| ["=", "<>"].map(|sign| format!("{question} {sign} '{word}'")))
            .collect();
        // A condition on an aggregate does not go to the table.
        let whole = conditions
            .iter()
            .map(|condition| format!("count(*) FILTER (WHERE {condition})"));
        let whole = format!(
            "SELECT {} FROM 'pages.parquet'",
            whole.collect::<Vec<_>>().join(", ")
        );
        let whole = numbers(&whole);
        for table in ["pages", "groups", "none"] {
            let pruned = conditions.iter().enumerate().map(|(index, condition)| {
                format!("(SELECT count(*) FROM '{table}.parquet' WHERE {condition}) AS n{index}")
            });
            let pruned = format!("SELECT {}", pruned.collect::<Vec<_>>().join(", "));
            assert_eq!(numbers(&pruned), whole, "{question}, {table}");
            let explain = format!(
                "EXPLAIN FORMAT INDENT SELECT * FROM '{table}.parquet' WHERE {}",
                conditions[2]
            );
            let plan = answer(path, &["--json", &explain]);
            let has_pruned = !plan.contains("row_groups_pruned=0 of");
            assert_eq!(has_pruned, table != "none", "{question}, {table}: {plan}");
        }
    }
}

/// Comparisons of distances exclude row groups and pages, and change no answer: the constants are distances of points, so
/// that each bound is met exactly.
#[test]
fn comparisons_of_distances_exclude_row_groups() {
    let folder = folder();
    let path = folder.path();
    let mut random = 7_u64;
    let mut next = move |count: u64| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % count
    };
    let mut columns: [Vec<Option<f64>>; 3] = Default::default();
    for group in 0..20 {
        for row in 0..30 {
            for column in &mut columns {
                let number = (f64::from(group) - 10.0) * 0.7 + next(1000) as f64 * 1e-3;
                column.push(match (group + row) % 17 {
                    5 => None,
                    9 => Some(f64::NAN),
                    _ => Some(number),
                });
            }
        }
    }
    for (name, statistics) in [
        ("pages", EnabledStatistics::Page),
        ("groups", EnabledStatistics::Chunk),
        ("none", EnabledStatistics::None),
    ] {
        let columns = ["x", "y", "z"].into_iter().zip(&columns);
        let columns = columns.map(|(name, numbers)| {
            let column: ArrayRef = Arc::new(Float64Array::from(numbers.clone()));
            (name, column)
        });
        let path = path.join(format!("{name}.parquet"));
        write_with(&path, columns.collect(), 30, 10, statistics);
    }
    let cells = |sql: &str| {
        let text = answer(path, &["--csv", sql]);
        text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    for distance in [
        "signed_distance('2x + 3y + 6z = 1', x, y, z)",
        "signed_distance('-x + 0.1y = 0.3', x, y, z)",
        "signed_distance('z = 0.7', {'x': x, 'y': y, 'z': z})",
        "signed_distance('x - 2y = 0', x, y)",
    ] {
        let some = format!(
            "SELECT {distance} AS d FROM 'none.parquet' WHERE {distance} > -2 ORDER BY d LIMIT 400"
        );
        let constants: Vec<_> = cells(&some).into_iter().step_by(97).collect();
        assert!(constants.len() > 3, "{constants:?}");
        let mut conditions = Vec::new();
        for constant in &constants {
            for sign in ["<", "<=", "=", ">=", ">"] {
                conditions.push(format!("{distance} {sign} {constant}"));
                conditions.push(format!("{constant} {sign} abs({distance})"));
            }
            conditions.push(format!(
                "abs({distance}) < 0.1 AND {distance} >= {constant}"
            ));
        }
        let counts = |table: &str| {
            let counts = conditions.iter().enumerate().map(|(index, condition)| {
                format!("(SELECT count(*) FROM '{table}.parquet' WHERE {condition}) AS n{index}")
            });
            cells(&format!("SELECT {}", counts.collect::<Vec<_>>().join(", ")))
        };
        let expected = counts("none");
        assert_eq!(counts("pages"), expected, "{distance}");
        assert_eq!(counts("groups"), expected, "{distance}");
        let explain = format!(
            "EXPLAIN FORMAT INDENT SELECT x FROM 'pages.parquet' WHERE abs({distance}) < 0.1"
        );
        let plan = answer(path, &["--json", &explain]);
        let pruned = plan.split_once("row_groups_pruned=").expect("a step").1;
        let pruned: usize = pruned
            .split(' ')
            .next()
            .expect("a word")
            .parse()
            .expect("a number");
        assert!(pruned > 5, "{plan}");
    }
}

/// An infinite coordinate is an error, also in a row group in which all shapes are behind the plane.
#[test]
fn infinite_coordinates_are_not_passed_over() {
    let folder = folder();
    let column = |numbers: Vec<f32>| Arc::new(Float32Array::from(numbers)) as ArrayRef;
    let heights: Vec<f32> = (0..100).map(|row| row as f32).collect();
    let mut x = vec![0.0; 100];
    x[12] = f32::INFINITY;
    let columns = vec![
        ("x", column(x)),
        ("y", column(vec![0.0; 100])),
        ("z", column(heights)),
    ];
    write(&folder.path().join("p.parquet"), columns, 10, 10);
    let of = |what: &str, shape: &str| {
        format!("{what} FROM 'p.parquet' WHERE plane_side('z = 95', {shape}) = 'on'")
    };
    let plan = of("EXPLAIN FORMAT INDENT SELECT z", "x, y, z");
    let plan = answer(folder.path(), &["--json", &plan]);
    assert!(plan.contains("row_groups_pruned=8 of 10"), "{plan}");
    let message = failure(folder.path(), &[&of("SELECT z", "x, y, z")]);
    assert!(
        message.contains("x is inf, not a finite number"),
        "{message}"
    );
    let message = failure(
        folder.path(),
        &["SELECT z FROM 'p.parquet' WHERE signed_distance('z = 95', x, y, z) > 0"],
    );
    assert!(
        message.contains("x is inf, not a finite number"),
        "{message}"
    );
    // Boxes may be unbounded.
    let boxes = of("SELECT count(*) AS n", "x, y, z, x, y, z");
    assert_eq!(answer(folder.path(), &["--csv", &boxes]), "n\n1\n");
}

#[test]
fn order_puts_neighbors_into_the_same_row_group() {
    let folder = folder();
    let path = folder.path();
    // Boxes of a grid of 16³ cells, far from their neighbors in the file.
    let least: Vec<_> = (0..4096_u32)
        .map(|row| {
            let cell = row * 1543 % 4096;
            [cell % 16, cell / 16 % 16, cell / 256].map(|index| index as f32)
        })
        .collect();
    let ids: ArrayRef = Arc::new(Int64Array::from_iter_values(0..4096));
    write(
        &path.join("d.parquet"),
        vec![("id", ids), ("bbox", boxes(&least))],
        64,
        64,
    );
    let condition = "plane_side('2x + 3y + 6z = 17', bbox) = 'on'";
    let pruned = |table: &str| {
        let sql = format!("EXPLAIN FORMAT INDENT SELECT id FROM '{table}' WHERE {condition}");
        let plan = answer(path, &["--json", &sql]);
        let start =
            plan.find("row_groups_pruned=").expect("the count") + "row_groups_pruned=".len();
        let count = plan[start..].split(' ').next().map(str::parse::<usize>);
        count.expect("a word").expect("a number")
    };
    let rows = |table: &str| {
        answer(
            path,
            &[
                "--csv",
                &format!("SELECT id FROM '{table}' WHERE {condition} ORDER BY id"),
            ],
        )
    };
    assert_eq!(
        answer(path, &["order", "d.parquet", "o.parquet", "--rows", "64"]),
        ""
    );
    let by = [
        "order",
        "d.parquet",
        "b.parquet",
        "--rows",
        "64",
        "--by",
        "bbox",
        "--memory",
        "64M",
    ];
    assert_eq!(answer(path, &by), "");
    assert_eq!(pruned("d.parquet"), 0);
    for table in ["o.parquet", "b.parquet"] {
        assert!(
            pruned(table) > 32,
            "{} of 64 row groups are pruned",
            pruned(table)
        );
        assert_eq!(rows(table), rows("d.parquet"));
        let count = answer(
            path,
            &[
                "--csv",
                &format!("SELECT count(*) AS n, sum(id) AS s FROM '{table}'"),
            ],
        );
        assert_eq!(count, "n,s\n4096,8386560\n");
    }
    let message = failure(path, &["order", "d.parquet", "x.parquet", "--by", "height"]);
    assert_eq!(message, "error: d.parquet: there is no column height\n");
    let message = failure(path, &["order", "d.parquet", "x.parquet", "--by", "id"]);
    assert!(
        message.starts_with("error: d.parquet: column id: 1 numbers are not a shape"),
        "{message}"
    );
    failure(path, &["order", "none.parquet", "x.parquet"]);
    failure(path, &["order", "d.parquet", "x.parquet", "--rows", "0"]);
    assert!(!path.join("x.parquet").exists());
}
