//! `plane_at`: planes that are kept as a point and a normal. Sides are compared with integers.

use std::fmt::Write;

use datafusion::prelude::SessionContext;

use crate::session::{cells, error, session};

/// SplitMix64, a generator of random numbers with a seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// Returns an integer of at most `bound` in magnitude.
    fn integer(&mut self, bound: u64) -> i128 {
        i128::from(self.next() % (2 * bound + 1)) - i128::from(bound)
    }
}

/// A plane and a point with integers. The floats are the integers times 2⁻²⁰.
struct Row {
    point: [i128; 3],
    normal: [i128; 3],
    other: [i128; 3],
}

fn rows() -> Vec<Row> {
    let mut random = Random(7);
    let rows = (0..400).map(|_| {
        let point = [0; 3].map(|_: i128| random.integer(1 << 50));
        let mut normal = [0; 3].map(|_: i128| random.integer(1 << 30));
        normal[0] += i128::from(normal == [0; 3]);
        // Steps along the plane, and a step of the smallest size.
        let [s, t] = [0; 2].map(|_: i128| random.integer(4));
        let mut other = point;
        other[0] += s * normal[1] / (1 << 8) * (1 << 8);
        other[1] -= s * normal[0] / (1 << 8) * (1 << 8);
        if random.next().is_multiple_of(2) {
            other = [
                point[0] + s * normal[1],
                point[1] - s * normal[0] + t * normal[2],
                point[2] - t * normal[1],
            ];
        }
        if random.next().is_multiple_of(3) {
            other[(random.next() % 3) as usize] += random.integer(1);
        }
        Row {
            point,
            normal,
            other,
        }
    });
    rows.collect()
}

fn float(number: i128) -> String {
    let float = number as f64;
    assert_eq!(float as i128, number, "a float holds the integer");
    format!("{:?}", float / f64::from(1 << 20))
}

impl Row {
    fn value(&self, point: &[i128; 3]) -> i128 {
        let steps = point.iter().zip(&self.point).map(|(p, q)| p - q);
        steps.zip(&self.normal).map(|(step, n)| step * n).sum()
    }

    fn numbers(&self) -> String {
        let all = [self.point, self.normal, self.other].concat();
        all.into_iter().map(float).collect::<Vec<_>>().join(", ")
    }
}

fn word(value: i128) -> &'static str {
    match value {
        0 => "on",
        1.. => "front",
        _ => "back",
    }
}

/// Registers the rows as a table with the columns of the plane, the point, and the exact answers.
async fn table(context: &SessionContext, rows: &[Row]) {
    let mut values = String::new();
    for (index, row) in rows.iter().enumerate() {
        let corners: Vec<i128> = (0..8)
            .map(|chosen: usize| {
                let corner = std::array::from_fn(|axis| {
                    row.other[axis] + ((chosen >> axis & 1) as i128) * (1 << 22)
                });
                row.value(&corner)
            })
            .collect();
        let [least, most] = [corners.iter().min(), corners.iter().max()];
        let comma = if index == 0 { "" } else { ", " };
        let _ = write!(
            values,
            "{comma}({}, '{}', '{}', '{}')",
            row.numbers(),
            word(row.value(&row.other)),
            word(*least.expect("corners")),
            word(*most.expect("corners")),
        );
    }
    let sql = format!(
        "CREATE TABLE t AS SELECT * FROM (VALUES {values}) AS t(px, py, pz, a, b, c, x, y, z, side, back, front)"
    );
    cells(context, &sql).await;
}

#[tokio::test]
async fn sides_are_those_of_integers() {
    let context = session();
    let rows = rows();
    table(&context, &rows).await;
    let count = rows.len().to_string();
    let structs = "plane_at({'x': px, 'y': py, 'z': pz}, {'z': c, 'y': b, 'x': a})";
    let bounds = "x, y, z, x + 4, y + 4, z + 4";
    for plane in [structs, "plane_at(px, py, pz, a, b, c)"] {
        let sql = format!(
            "SELECT count(*) FILTER (WHERE plane_side({plane}, x, y, z) = side), \
            count(*) FILTER (WHERE plane_extent({plane}, {bounds})['backmost'] = back), \
            count(*) FILTER (WHERE plane_extent({plane}, {bounds})['frontmost'] = front), \
            count(*) FILTER (WHERE plane_side({plane}, px, py, pz) = 'on'), \
            count(*) FILTER (WHERE CASE side WHEN 'on' THEN 0 WHEN 'front' THEN 1 ELSE -1 END = \
                signum(signed_distance({plane}, x, y, z))), \
            count(*) FILTER (WHERE CASE back WHEN 'on' THEN 0 WHEN 'front' THEN 1 ELSE -1 END = \
                signum(plane_interval({plane}, {bounds})['backmost'])), \
            count(*) FILTER (WHERE slab_overlap({plane}, 0, 'inf'::DOUBLE, x, y, z) = \
                CASE side WHEN 'back' THEN 'outside' ELSE 'inside' END), \
            count(*) FILTER (WHERE slab_overlap({plane}, '-inf'::DOUBLE, 0, {bounds}) = \
                CASE WHEN front = 'back' THEN 'inside' WHEN back <> 'back' THEN 'outside' ELSE 'meets' END) FROM t"
        );
        assert_eq!(cells(&context, &sql).await, [vec![count.clone(); 8]]);
    }
    // Many points lie on their plane, and the rounded offsets would tell otherwise.
    let rounded = "plane(a, b, c, -(a * px + b * py + c * pz))";
    let sql = format!(
        "SELECT count(*) FILTER (WHERE side = 'on') > 50, count(*) FILTER (WHERE plane_side({rounded}, px, py, pz) <> 'on') \
        > 200 FROM t"
    );
    assert_eq!(cells(&context, &sql).await, [["true", "true"]]);
    // Constant planes are computed in another way than planes per row.
    for row in &rows[..40] {
        let numbers = row.numbers();
        let numbers: Vec<&str> = numbers.split(", ").collect();
        let plane = format!("plane_at({})", numbers[..6].join(", "));
        let sql = format!(
            "SELECT plane_side({plane}, x, y, z), plane_side({plane}, x, y, z) = 'on', \
            plane_side({plane}, {{'x': x, 'y': y, 'z': z, 'radius': 0}}) \
            FROM (VALUES ({}), ({})) AS t(x, y, z)",
            numbers[..3].join(", "),
            numbers[6..].join(", ")
        );
        let side = word(row.value(&row.other));
        let expected = [
            ["on", "true", "on"],
            [side, if side == "on" { "true" } else { "false" }, side],
        ];
        assert_eq!(cells(&context, &sql).await, expected, "{sql}");
    }
}

/// The normal has the length 7, so spheres touch the plane, and slabs have bounds that are multiples of 7 units.
#[tokio::test]
async fn spheres_and_slabs_touch_planes_far_away() {
    let context = session();
    let far = 1_i64 << 50;
    let [x, y, z] = [far + 1, 3 * far + 7, -far + 3].map(|c| c as f64);
    let plane = format!("plane_at({x:?}, {y:?}, {z:?}, 2, 3, 6)");
    // 2x + 3y + 6z has 53 bits more than the last one of a float.
    for (steps, radius, backmost, frontmost) in [
        (1, "7", "on", "front"),
        (1, "7.000000000000001", "back", "front"),
        (1, "6.999999999999999", "front", "front"),
        (-2, "14", "back", "on"),
        (-2, "14.000000000000002", "back", "front"),
        (-2, "13.999999999999998", "back", "back"),
        (0, "0", "on", "on"),
    ] {
        let center = [
            x + 2.0 * f64::from(steps),
            y + 3.0 * f64::from(steps),
            z + 6.0 * f64::from(steps),
        ];
        let [cx, cy, cz] = center;
        let sphere = format!("{{'x': {cx:?}, 'y': {cy:?}, 'z': {cz:?}, 'radius': {radius}}}");
        let point = format!("{cx:?}, {cy:?}, {cz:?}");
        let (low, high) = (7 * steps, 7 * (steps + 1));
        let sql = format!(
            "SELECT plane_extent({plane}, {sphere})['backmost'], plane_extent({plane}, {sphere})['frontmost'], \
            signed_distance({plane}, {point}), slab_overlap({plane}, {low}, {high}, {point}), \
            slab_overlap({plane}, {low} - 1, {low}, {point}), \
            plane_interval({plane}, {sphere})['frontmost'] = signed_distance({plane}, {point}) + {radius}"
        );
        let distance = format!("{:?}", f64::from(low) + 0.0);
        assert_eq!(
            cells(&context, &sql).await,
            [[backmost, frontmost, &distance, "inside", "outside", "true"]],
            "{sql}"
        );
    }
}

#[tokio::test]
async fn lines_in_2d_null_and_structs_of_tables() {
    let context = session();
    for (sql, expected) in [
        ("plane_side(plane_at(0.1, 0.2, 0.7, 0.3), 0.1, 0.2)", "on"),
        (
            "plane_side(plane_at({'x': 0.1, 'y': 0.2}, {'x': 0.7, 'y': 0.3}), 0.1, 0.20000000000000004)",
            "front",
        ),
        (
            "plane_side(plane_at(0.1, 0.2, -0.7, -0.3), {'x': 0.1, 'y': 0.3, 'radius': 0.01})",
            "back",
        ),
        (
            "plane_at(1, 2, 3, 4)",
            "{point: {x: 1.0, y: 2.0}, normal: {x: 3.0, y: 4.0}}",
        ),
        ("plane_at(1, 2, 3, 0.1, 5, -6)['normal']['x']", "0.1"),
        (
            "plane_side({'normal': {'x': 0, 'y': 0, 'z': 1}, 'point': {'x': 5, 'y': 5, 'z': 2}, 'id': 7}, 0, 0, 2)",
            "on",
        ),
        ("plane_at(NULL, {'x': 0, 'y': 0, 'z': 1})", ""),
        ("plane_at(1, 2, NULL, 0, 0, 1)", ""),
        ("plane_at(1, 2, 'nan'::DOUBLE, 0, 0, 0)", ""),
        ("plane_side(plane_at(1, 2, NULL, 0, 0, 1), 0, 0, 0)", ""),
        (
            "plane_side(plane_at(0, 0, 0.1, 0, 0, 0.1), '-inf'::DOUBLE, 0, 0.1, 'inf'::DOUBLE, 1, 1)",
            "on",
        ),
        (
            "plane_side(plane_at(0.1, 0.2, 0.3, 0.1, 0.1, 0.1), '-inf'::DOUBLE, 0, 0.1, 'inf'::DOUBLE, 1, 1)",
            "on",
        ),
    ] {
        let sql = format!("SELECT {sql}");
        assert_eq!(cells(&context, &sql).await, [[expected]], "{sql}");
    }
    let sql = "SELECT plane_side(p, 0.1, 0.2, 0.3), count(*) FROM (SELECT plane_at(0.1, 0.2, z, 0.1, 0.1, 0.1) AS p \
        FROM (VALUES (0.3), (0.2), (NULL), (0.4), (0.5)) AS t(z)) AS t GROUP BY 1 ORDER BY 1";
    assert_eq!(
        cells(&context, sql).await,
        [["back", "2"], ["front", "1"], ["on", "1"], ["", "1"]]
    );
    let sql = "SELECT count(DISTINCT plane_at(0, 0, value % 3, 0, 0, 1)) FROM range(0, 10)";
    assert_eq!(cells(&context, sql).await, [["3"]]);
}

#[tokio::test]
async fn errors_have_their_place() {
    let context = session();
    for (sql, expected) in [
        (
            "plane_at(1, 2, 3, 0, 0, 0)",
            "plane_at: argument 4, row 1 of the batch: the normal is zero",
        ),
        (
            "plane_at({'x': 1, 'y': 2, 'z': 3}, {'x': 0, 'y': 0, 'z': 0})",
            "plane_at: argument 2, row 1 of the batch: the normal is zero",
        ),
        (
            "plane_at(x, 0, 0, 0, 0, x - 2) FROM (VALUES (1), (2)) AS t(x)",
            "plane_at: argument 4, row 2 of the batch: the normal is zero",
        ),
        (
            "plane_at(1, 'inf'::DOUBLE, 3, 0, 0, 1)",
            "plane_at: argument 1, row 1 of the batch: y is inf, not a finite number",
        ),
        (
            "plane_at(1, 2, 3, 0, 0, '-inf'::DOUBLE)",
            "plane_at: argument 4, row 1 of the batch: z is -inf, not a finite number",
        ),
        (
            "plane_at(1, 2, 3)",
            "plane_at: there are 3 arguments; the arguments are a point and a normal",
        ),
        (
            "plane_at(1, 2)",
            "plane_at: argument 1: 1 numbers are not a shape",
        ),
        (
            "plane_at(1, 2, 'a', 4)",
            "plane_at: argument 3: the type is Utf8",
        ),
        (
            "plane_at({'x': 1, 'y': 2}, {'x': 0, 'y': 0, 'z': 1})",
            "plane_at: argument 2: the point and the normal have different dimensions",
        ),
        (
            "plane_at({'x': 1, 'y': 2, 'radius': 3}, {'x': 0, 'y': 1})",
            "plane_at: argument 1: the shape is a sphere in 2D",
        ),
        (
            "plane_side(plane_at(1, 2, 3, 4), 1, 2, 3)",
            "plane_side: argument 1: a plane in 2D does not have a side for a point in 3D",
        ),
        (
            "plane_side({'point': {'x': 1, 'y': 2, 'z': 3}}, 1, 2, 3)",
            "plane_side: argument 1: the field normal is missing",
        ),
        (
            "plane_side({'point': 1, 'normal': {'x': 1, 'y': 2, 'z': 3}}, 1, 2, 3)",
            "plane_side: argument 1: ",
        ),
        (
            "plane_side({'point': {'x': 1, 'y': 2, 'z': 3}, 'normal': {'x': 0, 'y': 0, 'z': 0}}, 1, 2, 3)",
            "plane_side: argument 1",
        ),
        (
            "plane_side({'point': {'x': 'inf'::DOUBLE, 'y': 2, 'z': 3}, 'normal': {'x': 0, 'y': 0, 'z': 1}}, 1, 2, 3)",
            "x is inf, not a finite number",
        ),
        (
            "region('x = 1', plane_at(1, 2, 3, 4, 5, 6))",
            "region: argument 2: the plane is kept as a point and a normal; regions are made of planes by their coefficients",
        ),
        (
            "region_overlap([plane_at(1, 2, 3, 4, 5, 6)], 1, 2, 3)",
            "region_overlap: argument 1: the plane is kept as a point and a normal",
        ),
    ] {
        let message = error(&context, &format!("SELECT {sql}")).await;
        assert!(
            message.contains(expected),
            "{sql}\n{message}\nnot\n{expected}"
        );
    }
}
