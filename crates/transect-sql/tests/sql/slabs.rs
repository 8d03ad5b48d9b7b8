//! `slab_overlap` and `box_region`, against integers.

use crate::session::{cells, error, session};

/// Each point of a grid is inside exactly one slab of a row of slabs, and it is the one that integers say: the normal has
/// the length 7, so 7 times the distance is an integer.
#[tokio::test]
async fn slabs_tile_space() {
    let context = session();
    for (plane, sevenfold) in [
        ("2x + 3y + 6z = 0", "2*x + 3*y + 6*z"),
        ("-6x + 2y - 3z + 7 = 0", "-6*x + 2*y - 3*z + 7"),
        ("z = 3", "7*z - 21"),
    ] {
        let grid = "(SELECT a.value - 5 AS x, b.value - 5 AS y, c.value - 5 AS z FROM range(0, 11) AS a, range(0, 11) AS \
            b, range(0, 11) AS c)";
        for (number, bounds) in [
            ("x, y, z", "s.value - 20, s.value - 19"),
            (
                "x::FLOAT, y::FLOAT, z::FLOAT",
                "s.value - 20.0, s.value - 19.0",
            ),
            ("{'x': x, 'y': y, 'z': z}", "s.value - 20, s.value - 19"),
        ] {
            let sql = format!(
                "SELECT count(*), count(DISTINCT (x + 5) * 121 + (y + 5) * 11 + z + 5), \
                count(*) FILTER (WHERE {sevenfold} >= 7 * (s.value - 20) AND {sevenfold} < 7 * (s.value - 19)) \
                FROM {grid} AS t, range(0, 40) AS s WHERE slab_overlap('{plane}', {bounds}, {number}) = 'inside'"
            );
            assert_eq!(cells(&context, &sql).await, [["1331"; 3]], "{sql}");
        }
        // Constant bounds are computed in another way.
        for lower in [-5, -1, 0, 1] {
            let sql = format!(
                "SELECT count(*) FILTER (WHERE (o = 'inside') <> ({sevenfold} >= {low} AND {sevenfold} < {low} + 14)), \
                count(*) FILTER (WHERE o = 'meets'), count(*) FILTER (WHERE o = 'inside') > 0 \
                FROM (SELECT *, slab_overlap('{plane}', {lower}, {lower} + 2, x, y, z) AS o FROM {grid} AS t) AS t",
                low = 7 * lower
            );
            assert_eq!(cells(&context, &sql).await, [["0", "0", "true"]], "{sql}");
        }
    }
}

/// Boxes of integers: the least and the greatest of 7 times the distances of their corners are integers, too.
#[tokio::test]
async fn boxes_meet_slabs() {
    let context = session();
    let boxes = "(SELECT a.value - 4 AS x, b.value - 4 AS y, c.value - 4 AS z, (a.value * 7 + b.value * 3 + c.value) % 4 \
        AS s FROM range(0, 9) AS a, range(0, 9) AS b, range(0, 9) AS c)";
    // The coefficients are 2, −3 and 6.
    let low = "2*x - 3*(y + s) + 6*z";
    let high = "2*(x + s) - 3*y + 6*(z + s)";
    for lower in [-3, 0, 2] {
        let word = format!(
            "CASE WHEN {high} < {l} OR {low} >= {u} THEN 'outside' WHEN {low} >= {l} AND {high} < {u} THEN 'inside' ELSE \
            'meets' END",
            l = 7 * lower,
            u = 7 * (lower + 1)
        );
        for bounds in [
            format!("{lower}, {lower} + 1"),
            format!("{lower} + 0*s, {lower} + 1 + 0*s"),
        ] {
            let sql = format!(
                "SELECT count(*) FILTER (WHERE o <> w), count(DISTINCT o), count(*) FROM (SELECT {word} AS w, \
                slab_overlap('2x - 3y + 6z = 0', {bounds}, x, y, z, x + s, y + s, z + s) AS o FROM {boxes} AS t) AS t"
            );
            assert_eq!(cells(&context, &sql).await, [["0", "3", "729"]], "{sql}");
        }
    }
    // A box that extends to infinity along the plane, and one across it.
    let sql = "SELECT slab_overlap('z = 0', 0, 2, '-inf'::DOUBLE, 0, 0, 'inf'::DOUBLE, 1, 1), \
        slab_overlap('z = 0', 0, 2, 0, 0, 1, 1, 1, 'inf'::DOUBLE), \
        slab_overlap('z = 0', 0, 'inf'::DOUBLE, 0, 0, 1, 1, 1, 5), \
        slab_overlap('x = 0', 0, 2, 1, 5), slab_overlap('x = 0', 0, 2, 1, 5, 2, 6)";
    assert_eq!(
        cells(&context, sql).await,
        [["inside", "meets", "inside", "inside", "meets"]]
    );
}

/// A slab whose bounds are equal has no points, so a box that contains its plane is outside, too.
#[tokio::test]
async fn empty_slabs_contain_nothing() {
    let context = session();
    for bounds in [
        "1, 1",
        "0, -0.0",
        "'inf'::DOUBLE, 'inf'::DOUBLE",
        "'-inf'::DOUBLE, '-inf'::DOUBLE",
        "low, low",
    ] {
        let sql = format!(
            "SELECT slab_overlap('z = 0', {bounds}, x, x, x, y, y, y), slab_overlap('z = 0', {bounds}, 0, 0, low), \
            slab_overlap('z = 0', {bounds}, x, x, x, y, y, y) = 'outside' \
            FROM (VALUES (-5.0, 5.0, 1.0), (1.0, 1.0, 1.0), (5.0, -5.0, 0.0)) AS t(x, y, low)"
        );
        assert_eq!(
            cells(&context, &sql).await,
            [
                ["outside", "outside", "true"],
                ["outside", "outside", "true"],
                ["", "outside", ""]
            ],
            "{sql}"
        );
    }
}

#[tokio::test]
async fn slabs_of_null_and_nan_are_null_and_others_are_errors() {
    let context = session();
    let sql = "SELECT slab_overlap('z = 0', 0, 1, 0, 0, z), slab_overlap('z = 0', low, 1, 0, 0, 0.5), \
        slab_overlap('z = 0', 0, 1, 0, 0, z) = 'inside' \
        FROM (VALUES (0.5, 0.0), ('nan'::DOUBLE, NULL), (NULL, 0.75)) AS t(z, low)";
    assert_eq!(
        cells(&context, sql).await,
        [
            ["inside", "inside", "true"],
            ["", "", ""],
            ["", "outside", ""]
        ]
    );
    for (sql, expected) in [
        (
            "slab_overlap('z = 0', 1, 0, 0, 0, 0)",
            "slab_overlap: the lower bound 1 and the upper bound 0 are not a slab",
        ),
        (
            "slab_overlap('z = 0', 'nan'::DOUBLE, 0, 0, 0, 0)",
            "slab_overlap: the lower bound NaN and ",
        ),
        (
            "slab_overlap('z = 0', 0, 1, {'x': 0, 'y': 0, 'z': 0, 'radius': 1})",
            "slab_overlap: argument 4: the shape is a sphere",
        ),
        (
            "slab_overlap('z = 0', 'a', 1, 0, 0, 0)",
            "slab_overlap: argument 2: the type is Utf8; a bound is a number",
        ),
        (
            "slab_overlap('z = 0', 0, 1)",
            "slab_overlap: there are 3 arguments; ",
        ),
        (
            "slab_overlap('z = 0', 0, 1, 0, 0)",
            "slab_overlap: argument 1: ",
        ),
        (
            "slab_overlap('z = 0', 0, 1, 0, 0, 'inf'::DOUBLE)",
            "slab_overlap: argument 4",
        ),
        (
            "slab_overlap('z = 0', 0, 1, 0, 0, 0) = 'in'",
            "slab_overlap is never 'in'",
        ),
        (
            "box_region(1, 2, 3)",
            "box_region: argument 1: the shape is a point in 3D; a box is needed",
        ),
        (
            "box_region('-inf'::DOUBLE, '-inf'::DOUBLE, 'inf'::DOUBLE, 'inf'::DOUBLE)",
            "box_region: argument 1",
        ),
    ] {
        let message = error(&context, &format!("SELECT {sql}")).await;
        assert!(message.contains(expected), "{sql}: {message}");
    }
}

/// Boxes that join boxes, against comparisons of their bounds.
#[tokio::test]
async fn boxes_join_boxes_and_regions() {
    let context = session();
    let boxes = "(SELECT value AS id, value % 7 AS x, value % 5 AS y, value % 3 AS z, value % 4 AS s FROM range(0, 60))";
    let sql = format!(
        "SELECT count(*) FILTER (WHERE o <> w), count(DISTINCT o), count(*) FROM (SELECT CASE \
        WHEN a.x > b.x + b.s OR b.x > a.x + a.s OR a.y > b.y + b.s OR b.y > a.y + a.s OR a.z > b.z + b.s OR b.z > a.z + \
        a.s THEN 'outside' \
        WHEN a.x <= b.x AND b.x + b.s <= a.x + a.s AND a.y <= b.y AND b.y + b.s <= a.y + a.s AND a.z <= b.z AND \
        b.z + b.s <= a.z + a.s THEN 'inside' ELSE 'meets' END AS w, \
        region_overlap(box_region(a.x, a.y, a.z, a.x + a.s, a.y + a.s, a.z + a.s), b.x, b.y, b.z, b.x + b.s, b.y + b.s, \
        b.z + b.s) AS o FROM {boxes} AS a, {boxes} AS b) AS t"
    );
    assert_eq!(cells(&context, &sql).await, [["0", "3", "3600"]]);
    let sql = "SELECT region_overlap(box_region(0, 0, 2, 2), 1, 2), region_overlap(box_region(bbox), 3, 1), \
        box_region(bbox) IS NULL FROM (VALUES (1, {'xmin': 0.0, 'ymin': 0.0, 'xmax': 2.0, 'ymax': 'inf'::DOUBLE}), \
        (2, {'xmin': 1.0, 'ymin': 0.0, 'xmax': 0.0, 'ymax': 1.0})) AS t(id, bbox) ORDER BY id";
    assert_eq!(
        cells(&context, sql).await,
        [["inside", "outside", "false"], ["inside", "", "true"]]
    );
}
