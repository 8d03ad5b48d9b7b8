//! Tests of `transect classify` against integer arithmetic and rational arithmetic.

use std::fs;

use dashu_ratio::RBig;
use serde_json::Value;

use crate::classify::{SIDES, counts, report};
use crate::run::{folder, tenths};

const OVERLAPS: [&str; 4] = ["total", "outside", "meets", "inside"];

/// Returns all boxes that have a size of 0 or 2 along each axis, and integers in `from..to` as their lower bounds.
fn cubes(dimension: usize, from: i64, to: i64) -> Vec<Vec<[i64; 2]>> {
    let mut cubes: Vec<Vec<[i64; 2]>> = vec![Vec::new()];
    for _ in 0..dimension {
        let ends = || (from..to).flat_map(|low| [[low, low], [low, low + 2]]);
        let longer = |cube: Vec<[i64; 2]>| {
            ends().map(move |ends| {
                let mut cube = cube.clone();
                cube.push(ends);
                cube
            })
        };
        cubes = cubes.into_iter().flat_map(longer).collect();
    }
    cubes
}

fn table(dimension: usize, cubes: &[Vec<[i64; 2]>]) -> String {
    let letters = &["x", "y", "z"][..dimension];
    let heads = ["min", "max"].iter();
    let heads = heads.flat_map(|end| letters.iter().map(move |letter| format!("{letter}{end}")));
    let mut text = heads.collect::<Vec<String>>().join(",") + "\n";
    for cube in cubes {
        let ends = [0, 1].into_iter();
        let cells = ends.flat_map(|end| cube.iter().map(move |ends| ends[end].to_string()));
        text += &(cells.collect::<Vec<String>>().join(",") + "\n");
    }
    text
}

/// The rows are boxes on a lattice, and the region is x, y, z ≥ 0, x + y + z ≤ 3. The expected answers come from sums
/// of integers. With `--conservative`, a box outside the region that is not wholly behind one plane may be reported as
/// `meets`.
#[test]
fn regions_of_a_lattice_by_plain_arithmetic() {
    for (dimension, sum) in [(2, "3=x+y"), (3, "3=x+y+z")] {
        let cubes = cubes(dimension, -4, 5);
        let planes = ["x=0\n", "y=0\n", "z=0\n"][..dimension].concat() + sum;
        let text = table(dimension, &cubes);
        let folder = folder(&[("b.csv", &text), ("r.txt", &planes)]);
        for conservative in [false, true] {
            let mut expected = vec![cubes.len() as u64, 0, 0, 0];
            let mut lines = format!("{},side\n", text.lines().next().expect("a header"));
            for (cube, line) in cubes.iter().zip(text.lines().skip(1)) {
                let low = |[low, _]: &[i64; 2]| if conservative { *low } else { (*low).max(0) };
                let is_outside =
                    cube.iter().any(|[_, high]| *high < 0) || cube.iter().map(low).sum::<i64>() > 3;
                let is_inside = cube.iter().all(|[low, _]| *low >= 0)
                    && cube.iter().map(|[_, high]| high).sum::<i64>() <= 3;
                let (place, word) = match (is_outside, is_inside) {
                    (true, _) => (1, "outside"),
                    (_, true) => (3, "inside"),
                    _ => (2, "meets"),
                };
                expected[place] += 1;
                lines += &format!("{line},{word}\n");
            }
            let flag = if conservative {
                "--conservative"
            } else {
                "--verbose"
            };
            let arguments = ["b.csv", "--region", "r.txt", "-o", "out", "--force", flag];
            let answer = report(folder.path(), &arguments);
            assert_eq!(counts(&answer, &OVERLAPS), expected, "{dimension}D, {flag}");
            let written = fs::read_to_string(folder.path().join("out/sides.csv"));
            assert_eq!(written.expect("a table"), lines, "{dimension}D, {flag}");
        }
    }
}

/// The region is the frustum of a camera at the origin: |x| ≤ −z and |y| ≤ −z, from z = −1 to z = −3. The rows are
/// points on a lattice.
#[test]
fn frustums_of_a_lattice_by_plain_arithmetic() {
    let range = || -4..=4;
    let points = range().flat_map(|x| range().flat_map(move |y| range().map(move |z| [x, y, z])));
    let points: Vec<[i32; 3]> = points.collect();
    let mut text = String::from("z,what,x,y\n");
    let mut shifted = text.clone();
    for [x, y, z] in &points {
        text += &format!("{z},\"a, b\",{x},{y}\n");
        shifted += &format!("{z}.5,,{x}.25,{y}.25\n");
    }
    let rows = "[[1,0,0,0],[0,1,0,0],[0,0,-2,-3],[0,0,-1,0]]";
    let columns = "[[1,0,0,0],[0,1,0,0],[0,0,-2,-1],[0,0,-3,0]]";
    let matrix = |matrix: &str, order: &str, more: &str| {
        format!(
            r#"{{"matrix": {matrix}, "order": "{order}", "clip_space": "minus-one-to-one"{more}}}"#
        )
    };
    let camera = |towards: &str, far: &str| {
        format!(
            r#"{{"position": [0, 0, 0], {towards}, "up": [0, 2, 0], "vertical_field_of_view_degrees": 90,
                "aspect": 1, "near": 1, "far": {far}}}"#
        )
    };
    let folder = folder(&[
        ("p.csv", &text),
        ("s.csv", &shifted),
        ("rows.json", &matrix(rows, "row-major", "")),
        ("columns.json", &matrix(columns, "column-major", "")),
        (
            "infinite.json",
            &matrix(rows, "row-major", r#", "infinite_far": true"#),
        ),
        ("camera.json", &camera(r#""target": [0, 0, -7]"#, "3")),
        ("all.json", &camera(r#""forward": [0, 0, -0.5]"#, "null")),
    ]);
    let inside = |farthest: f64, [x, y, z]: [f64; 3]| {
        x.abs() <= -z && y.abs() <= -z && (-farthest..=-1.0).contains(&z)
    };
    let whole = |farthest: f64| {
        let points = points.iter().map(|point| point.map(f64::from));
        points.filter(|&point| inside(farthest, point)).count() as u64
    };
    let total = points.len() as u64;
    for (file, farthest) in [("rows", 3.0), ("columns", 3.0), ("infinite", 9.0)] {
        let answer = report(
            folder.path(),
            &["p.csv", "--frustum", &format!("{file}.json")],
        );
        let expected = whole(farthest);
        let all = vec![total, total - expected, 0, expected];
        assert_eq!(counts(&answer, &OVERLAPS), all, "{file}");
    }
    // The library rounds the planes of a camera, so a point exactly on such a plane could get another side. The table
    // must not have such points. Therefore each coordinate is moved away from zero: −3 becomes −3.25.
    let text_of =
        |number: i32, rest: f64| f64::from(number) + if number < 0 { -rest } else { rest };
    for (file, farthest) in [("camera", 3.0), ("all", 9.0)] {
        let answer = report(
            folder.path(),
            &["s.csv", "--frustum", &format!("{file}.json")],
        );
        let points = points.iter();
        let points = points.map(|&[x, y, z]| [text_of(x, 0.25), text_of(y, 0.25), text_of(z, 0.5)]);
        let expected = points.filter(|&point| inside(farthest, point)).count() as u64;
        assert!(expected > 0);
        let all = vec![total, total - expected, 0, expected];
        assert_eq!(counts(&answer, &OVERLAPS), all, "{file}");
    }
    let names = report(folder.path(), &["p.csv", "--frustum", "rows.json"]);
    let names = names["question"]["planes"]
        .as_array()
        .expect("planes")
        .iter();
    let names: Vec<&Value> = names.map(|plane| &plane["name"]).collect();
    assert_eq!(names, ["left", "right", "bottom", "top", "near", "far"]);
}

/// For points near and on oblique planes, the sides must equal those of exact rational arithmetic.
#[test]
fn points_by_rationals() {
    let mut random = tenths(0x2545_f491_4f6c_dd1d);
    let points: Vec<[f64; 3]> = (0..4000).map(|_| [(); 3].map(|()| random())).collect();
    let exact = |value: f64| RBig::try_from(value).expect("finite");
    let mut on = 0;
    for dimension in [2, 3] {
        let head = ["x,y", "x,y,z"][dimension - 2];
        let mut text = format!("{head}\n");
        for point in &points {
            let cells = point[..dimension]
                .iter()
                .map(|number| format!("{number:?}"));
            text += &(cells.collect::<Vec<String>>().join(",") + "\n");
        }
        let folder = folder(&[("p.csv", &text)]);
        for normal in [[0.1, 0.2, 0.3], [1.0, -1.0, 0.5], [-0.7, 0.1, 1e-3]] {
            let mut expected = vec![points.len() as u64, 0, 0, 0, 0];
            for point in &points {
                let terms = (0..dimension).map(|axis| exact(normal[axis]) * exact(point[axis]));
                let value = terms.fold(exact(-0.1), |sum, term| sum + term);
                let place = match value.cmp(&RBig::ZERO) {
                    std::cmp::Ordering::Greater => 1,
                    std::cmp::Ordering::Equal => 2,
                    std::cmp::Ordering::Less => 3,
                };
                expected[place] += 1;
            }
            expected[4] = expected[2];
            on += expected[4];
            let terms = normal[..dimension].iter().zip(["x", "y", "z"]);
            let terms: Vec<String> = terms
                .map(|(factor, axis)| format!("{factor}{axis}"))
                .collect();
            let plane = format!("{} - 0.1 = 0", terms.join(" + ")).replace("+ -", "- ");
            let answer = report(folder.path(), &["p.csv", "--plane", &plane]);
            assert_eq!(counts(&answer, &SIDES), expected, "{plane}");
        }
    }
    assert!(on > 0, "some points are on the plane exactly");
}

/// The form in which a plane is given.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    Through,
    PointAndNormal,
}

/// For planes through three points, and lines through two, the sides of points and boxes must equal the signs of the
/// exact determinant. For planes by a point and a normal, they must equal the signs of n·(p − p₀). The points that define
/// a plane are rows, and so are boxes between them.
#[test]
fn kept_planes_by_rationals() {
    let mut random = tenths(0x9e37_79b9_7f4a_7c15);
    let exact = |value: f64| RBig::try_from(value).expect("finite");
    let minor = |a: &[RBig], b: &[RBig], [i, j]: [usize; 2]| &a[i] * &b[j] - &a[j] * &b[i];
    // The determinant of the vectors from the first point of the plane: in 3D, (b − a) × (c − a) · (p − a). Or n·(p − p₀).
    let value = |form: Form, plane: &[Vec<f64>], point: &[f64]| -> RBig {
        let from = |point: &[f64]| -> Vec<RBig> {
            let terms = point.iter().zip(&plane[0]);
            terms.map(|(p, a)| exact(*p) - exact(*a)).collect()
        };
        let point = from(point);
        if form == Form::PointAndNormal {
            let terms = plane[1].iter().zip(&point);
            return terms.fold(RBig::ZERO, |sum, (n, p)| sum + exact(*n) * p);
        }
        let edges: Vec<Vec<RBig>> = plane[1..].iter().map(|point| from(point)).collect();
        match edges.as_slice() {
            [edge] => minor(edge, &point, [0, 1]),
            [first, second] => {
                let cross = [[1, 2], [2, 0], [0, 1]].map(|axes| minor(first, second, axes));
                let terms = cross.iter().zip(&point);
                terms.fold(RBig::ZERO, |sum, (normal, p)| sum + normal * p)
            }
            _ => unreachable!("two or three points"),
        }
    };
    let forms = [Form::Through, Form::PointAndNormal];
    for (dimension, form) in [2_usize, 3]
        .into_iter()
        .flat_map(|d| forms.map(|form| (d, form)))
    {
        let mut any = || -> Vec<f64> { (0..dimension).map(|_| random()).collect() };
        let count = if form == Form::Through { dimension } else { 2 };
        let plane: Vec<Vec<f64>> = (0..count).map(|_| any()).collect();
        let axes = &["x", "y", "z"][..dimension];
        let ends = ["min", "max"].iter();
        let heads = ends.flat_map(|end| axes.iter().map(move |axis| format!("{axis}{end}")));
        let mut tables = [
            (axes.join(",") + "\n", [0_u64; 5]),
            (heads.collect::<Vec<String>>().join(",") + "\n", [0; 5]),
        ];
        for row in 0..1500 {
            let [a, b] = match plane.get(row) {
                Some(point) => [point.clone(), any()],
                None => [any(), any()],
            };
            let pairs = || a.iter().zip(&b);
            let low: Vec<f64> = pairs().map(|(a, b)| a.min(*b)).collect();
            let high: Vec<f64> = pairs().map(|(a, b)| a.max(*b)).collect();
            let corner = |chosen: usize| -> Vec<f64> {
                let end = |axis: usize| if chosen >> axis & 1 == 0 { &low } else { &high };
                (0..dimension).map(|axis| end(axis)[axis]).collect()
            };
            let corners = (0..1 << dimension).map(corner).collect();
            for ((text, expected), points) in tables.iter_mut().zip([vec![a.clone()], corners]) {
                let cells = match points.as_slice() {
                    [point] => point.clone(),
                    _ => [&low[..], &high].concat(),
                };
                let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:?}")).collect();
                *text += &(cells.join(",") + "\n");
                let values: Vec<RBig> = points
                    .iter()
                    .map(|point| value(form, &plane, point))
                    .collect();
                let (least, greatest) = (values.iter().min(), values.iter().max());
                let [least, greatest] = [least, greatest].map(|value| value.expect("a corner"));
                expected[0] += 1;
                if *least > RBig::ZERO {
                    expected[1] += 1;
                } else if *greatest < RBig::ZERO {
                    expected[3] += 1;
                } else {
                    expected[2] += 1;
                    expected[4] += u64::from(least.is_zero() || greatest.is_zero());
                }
            }
        }
        for (text, expected) in tables {
            let folder = folder(&[("t.csv", &text)]);
            let flags = match form {
                Form::Through => ["--through"; 3],
                Form::PointAndNormal => ["--point", "--normal", ""],
            };
            let points: Vec<String> = flags
                .iter()
                .zip(&plane)
                .map(|(flag, point)| {
                    let numbers: Vec<String> = point.iter().map(f64::to_string).collect();
                    format!("{flag}={}", numbers.join(","))
                })
                .collect();
            let mut arguments = vec!["t.csv"];
            arguments.extend(points.iter().map(String::as_str));
            let answer = report(folder.path(), &arguments);
            assert_eq!(counts(&answer, &SIDES), expected, "{dimension}D, {form:?}");
            let [through, at] = match form {
                Form::Through => [serde_json::json!(plane), Value::Null],
                Form::PointAndNormal => {
                    let at = serde_json::json!({ "point": plane[0], "normal": plane[1] });
                    [Value::Null, at]
                }
            };
            let named = &answer["question"]["planes"][0];
            assert_eq!([&named["through"], &named["at"]], [&through, &at]);
            let indexed = [&arguments[..], &["--index", "t.idx"]].concat();
            for _ in 0..2 {
                let answer = report(folder.path(), &indexed);
                assert_eq!(counts(&answer, &SIDES), expected, "{dimension}D, {form:?}");
            }
        }
    }
}
