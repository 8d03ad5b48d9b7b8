//! `grid_cell` and `grid_cells`: cells of grids, compared with integers and with the sides of planes.

use crate::session::{cells, error, session};

/// Points of integers, and planes at multiples of an integer: cells are integer divisions.
#[tokio::test]
async fn cells_are_those_of_integers() {
    let context = session();
    let grid = "(SELECT a.value - 5 AS x, b.value - 5 AS y, c.value - 5 AS z FROM range(0, 31) AS a, range(0, 11) AS b, \
        range(0, 11) AS c)";
    // The number of planes at 0, 4, … 16 that are at or below n.
    let planes = |n: &str| format!("greatest(0, least(5, ({n} + 400) / 4 - 99))");
    for (families, first, second) in [
        ("'x=0..16/4', 'z=0..16 step 4'", planes("x"), planes("z")),
        (
            "'2x=0..32 step 8', '-6z=-96..0 step 24'",
            planes("x"),
            planes("z"),
        ),
        (
            "'x/3=0..16/4', 'z+1=1..17/4'",
            "greatest(0, least(5, (x + 1200) / 12 - 99))".to_owned(),
            planes("z"),
        ),
    ] {
        for point in [
            "x, y, z",
            "{'z': z, 'y': y, 'x': x}",
            "x::FLOAT, y::FLOAT, z::FLOAT",
        ] {
            // A point on a plane of −6z is in the cell in front of it, which is below.
            let second = if families.contains("-6z") {
                format!(
                    "greatest(0, least(5, ({second}) - CASE WHEN z % 4 = 0 AND z BETWEEN 0 AND 16 THEN 1 ELSE 0 END))"
                )
            } else {
                second.clone()
            };
            let sql = format!(
                "SELECT count(*) FILTER (WHERE grid_cell({families}, {point}) = concat('x', {first}, '-z', {second})), \
                count(*) FILTER (WHERE grid_cells({families}, {point})[1]['first'] = {first}), \
                count(*) FILTER (WHERE grid_cells({families}, {point})[1]['last'] = {first}), \
                count(*) FILTER (WHERE grid_cells({families}, {point})[2]['first'] = {second}) FROM {grid} AS t"
            );
            assert_eq!(cells(&context, &sql).await, [["3751"; 4]], "{sql}");
        }
    }
    let sql = format!(
        "SELECT count(*) FILTER (WHERE c[1]['first'] <> {}), count(*) FILTER (WHERE c[1]['last'] <> {}), \
        count(*) FILTER (WHERE c[2]['first'] <> {}), count(*) FILTER (WHERE c[2]['last'] <> {}), count(*) \
        FROM (SELECT *, grid_cells('x-y=0..16/4', 'z=0..16/4', x, y, z, x + 7, y + 3, z + 4) AS c FROM {grid} AS t) AS t",
        planes("x - y - 3"),
        planes("x + 7 - y"),
        planes("z"),
        planes("z + 4"),
    );
    assert_eq!(cells(&context, &sql).await, [["0", "0", "0", "0", "3751"]]);
}

/// Heights of a width are decimals, rounded once. The planes are those of the equations.
#[tokio::test]
async fn cells_agree_with_sides() {
    let context = session();
    for (family, expression, heights) in [
        ("x=0..3 step 0.1", "x", 31),
        ("x + 0.1 = 0..3 step 0.1", "x + 0.1", 31),
        ("x - 3y = 0..3 step 0.1", "x - 3y", 31),
    ] {
        let sql = format!(
            "SELECT count(*) FILTER (WHERE n <> c), count(*), count(DISTINCT c) > 25 FROM (SELECT x, \
            grid_cells('{family}', x, 0, 0)[1]['last'] AS c, sum(CASE plane_side(concat('{expression} = ', k.value / 10, '.', \
            k.value % 10), x, 0, 0) WHEN 'back' THEN 0 ELSE 1 END) AS n FROM (SELECT (value % 40) / 10.0 + (value / 40 - 2) * \
            4.4e-16 AS x FROM range(0, 200)) AS t, range(0, {heights}) AS k GROUP BY x) AS t"
        );
        let rows = cells(&context, &sql).await;
        // Steps below 0.1 are not lost, so no two numbers are equal.
        assert_eq!(rows, [["0", "200", "true"]], "{sql}");
    }
}

#[tokio::test]
async fn names_dimensions_null_and_grids_per_row() {
    let context = session();
    for (sql, expected) in [
        ("grid_cell('x=0..40/4', 10, 0, 0)", "x2"),
        ("grid_cell('x=0..40/4', 10, 0)", "x2"),
        (
            "grid_cell('x+y=0..4/4', 'z=0..1/1', 'x-y=0..4/4', 1, 1, 1)",
            "a3-z2-b1",
        ),
        ("grid_cell('x+y=0..4/4', {'x': 1, 'y': 0.5})", "a2"),
        ("grid_cell('-x=-4..0/4', 0.5, 0, 0)", "x1"),
        ("grid_cell('-x=-4..0/4', 1, 0, 0)", "x1"),
        ("grid_cell('x=0..40/4', NULL)", ""),
        ("grid_cell('x=0..40/4', 1, NULL, 2)", ""),
        ("grid_cell('x=0..40/4', 1, 'nan'::DOUBLE, 2)", ""),
        ("grid_cell(NULL, 1, 2, 3)", ""),
        ("grid_cells(NULL, 1, 2, 3)", ""),
        ("grid_cells('x=0..40/4', 3, 0, 1, 1)", ""),
        (
            "grid_cells('x=0..40/4', '-inf'::DOUBLE, 0, 10, 1)",
            "[{first: 0, last: 2}]",
        ),
        (
            "grid_cells('x=0..40/4', 3, 0, 'inf'::DOUBLE, 1)",
            "[{first: 1, last: 5}]",
        ),
        (
            "grid_cells('3x+4y=0..40/8', {'x': 3, 'y': 4, 'radius': 1})",
            "[{first: 5, last: 7}]",
        ),
        (
            "grid_cells('x=0..1e9 step 1e-9', 0.5, 0)[1]['first']",
            "500000001",
        ),
    ] {
        let sql = format!("SELECT {sql}");
        assert_eq!(cells(&context, &sql).await, [[expected]], "{sql}");
    }
    let sql = "SELECT grid_cell(f, 'y=0..4/4', x, 1), grid_cells(f, x, 1) FROM (VALUES ('x=0..4/4', 1.5), ('x+y=0..4/2', 1.5), \
        (NULL, 1.5), ('x=0..4/4', NULL)) AS t(f, x)";
    assert_eq!(
        cells(&context, sql).await,
        [
            ["x2-y2", "[{first: 2, last: 2}]"],
            ["a2-y2", "[{first: 2, last: 2}]"],
            ["", ""],
            ["", ""]
        ]
    );
    let sql = "SELECT grid_cell('x=0..4/4', x, 0) FROM (SELECT 1 AS x) AS t WHERE x > 1";
    assert!(cells(&context, sql).await.is_empty());
    // Boxes that share a cell.
    let sql = "SELECT cell, count(*) FROM (SELECT unnest(range(c['first'], c['last'] + 1)) AS cell FROM (SELECT \
        grid_cells('x=0..30/3', x, 0, x + 15, 1)[1] AS c FROM (VALUES (0), (10), (22)) AS t(x)) AS t) AS t GROUP BY cell ORDER BY \
        cell";
    assert_eq!(
        cells(&context, sql).await,
        [["1", "1"], ["2", "2"], ["3", "2"], ["4", "1"]]
    );
}

#[tokio::test]
async fn errors_have_their_place() {
    let context = session();
    for (sql, expected) in [
        (
            "grid_cell('x=0..40/0', 1, 2, 3)",
            "grid_cell: argument 1: \"x=0..40/0\" is not a family of planes: character 9: the number of cells is not a number \
            above 0",
        ),
        (
            "grid_cell('x=0..40/4', 'q=0..40/4', 1, 2, 3)",
            "grid_cell: argument 2: \"q=0..40/4\" is not a family of planes: character 1: `q` is not a coordinate",
        ),
        (
            "grid_cell('z=0..40/4', 1, 2)",
            "grid_cell: argument 1: \"z=0..40/4\" is not a family of planes: character 1: `z` is not a coordinate; in 2D",
        ),
        (
            "grid_cell(f, 1, 2, 3) FROM (VALUES ('x=0..4/4'), ('x=0..4')) AS t(f)",
            "grid_cell: argument 1, row 2 of the batch: \"x=0..4\" is not a family of planes: character 7: the number of cells \
            is missing",
        ),
        (
            "grid_cell('x=0..40/4', 'z=0..1/1', '2x=0..1/1', 1, 2, 3)",
            "grid_cell: argument 3: the planes have the same direction as those of argument 1",
        ),
        (
            "grid_cell('x=0..40/4', f, 1, 2, 3) FROM (VALUES ('y=0..4/4'), ('-x=0..4/4')) AS t(f)",
            "grid_cell: argument 2, row 2 of the batch: the planes have the same direction as those of argument 1",
        ),
        (
            "grid_cell('x=0..40/4')",
            "grid_cell: there are 1 arguments; ",
        ),
        (
            "grid_cell(1, 2, 3)",
            "grid_cell: argument 1: the type is Int64; a family of planes is a text",
        ),
        (
            "grid_cell('x=0..40/4', 1, 2, 3, 4)",
            "grid_cell: argument 2: a box in 2D can have points in several cells; use grid_cells",
        ),
        (
            "grid_cell('x=0..40/4', 1, 2, 'inf'::DOUBLE)",
            "grid_cell: argument 2, row 1 of the batch: z is inf, not a finite number",
        ),
        (
            "grid_cells('x=0..40/4', 'y=0..4/4')",
            "grid_cells: argument 3: the shape is missing",
        ),
    ] {
        let message = error(&context, &format!("SELECT {sql}")).await;
        assert!(
            message.contains(expected),
            "{sql}\n{message}\nnot\n{expected}"
        );
    }
}
