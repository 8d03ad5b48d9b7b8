//! Small OBJ files whose sections and volumes can be computed by hand.

use std::fmt::Write as _;

/// Returns a box with the corners `min` and `max`. Its six faces are quadrilaterals, counter-clockwise seen from
/// outside. `before` is the number of vertices earlier in the file.
pub(crate) fn cuboid(name: &str, min: [f64; 3], max: [f64; 3], before: usize) -> String {
    let mut text = format!("o {name}\n");
    for corner in 0..8 {
        let at = |axis: usize| {
            if corner >> axis & 1 == 1 {
                max[axis]
            } else {
                min[axis]
            }
        };
        text += &format!("v {} {} {}\n", at(0), at(1), at(2));
    }
    let faces = [
        [1, 3, 4, 2],
        [5, 6, 8, 7],
        [1, 2, 6, 5],
        [3, 7, 8, 4],
        [1, 5, 7, 3],
        [2, 4, 8, 6],
    ];
    for [a, b, c, d] in faces.map(|face: [usize; 4]| face.map(|vertex| vertex + before)) {
        text += &format!("f {a} {b} {c} {d}\n");
    }
    text
}

/// Returns an OBJ file of boxes, each an object with a name and two opposite corners.
pub(crate) fn boxes(list: &[(&str, [f64; 3], [f64; 3])]) -> String {
    let texts = list.iter().enumerate();
    texts
        .map(|(index, (name, min, max))| cuboid(name, *min, *max, 8 * index))
        .collect()
}

/// Returns one box of 2 × 3 × 5 with a corner at the origin.
pub(crate) fn brick() -> String {
    boxes(&[("Brick/b", [0.0; 3], [2.0, 3.0, 5.0])])
}

/// Returns the box of `brick` without its last face, the one at x = 2.
pub(crate) fn open_brick() -> String {
    let brick = brick();
    let (rest, _) = brick.trim_end().rsplit_once('\n').expect("several lines");
    format!("{rest}\n")
}

/// Returns a solid with two steps, each 1 wide, 1 high and 3 deep. The tread of the lower step is at z = 1.
pub(crate) fn stairs() -> String {
    let profile = [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]];
    let mut text = String::from("o Stair/s\n");
    for y in [0, 3] {
        for [x, z] in profile {
            text += &format!("v {x} {y} {z}\n");
        }
    }
    text += "f 1 2 3 4\nf 1 4 5 6\nf 10 9 8 7\nf 12 11 10 7\n";
    for this in 1..=6 {
        let next = this % 6 + 1;
        text += &format!("f {next} {this} {} {}\n", this + 6, next + 6);
    }
    text
}

/// Returns a plate of thickness 1 with n × n square holes. Holes and the bars between them are 1 wide. The walls of the
/// holes are pairs of triangles; `diagonal` selects one of their diagonals.
pub(crate) fn grille(n: i32, diagonal: bool) -> String {
    let size = 2 * n + 1;
    let mut obj = String::new();
    for x in 0..=size {
        for y in 0..=size {
            let _ = writeln!(obj, "v {x} {y} 0\nv {x} {y} 1");
        }
    }
    let vertex = |[x, y]: [i32; 2], z: i32| 2 * (x * (size + 1) + y) + z + 1;
    let is_material = |[x, y]: [i32; 2]| {
        (0..size).contains(&x) && (0..size).contains(&y) && !(x % 2 == 1 && y % 2 == 1)
    };
    let mut faces = Vec::new();
    for x in 0..size {
        for y in 0..size {
            if !is_material([x, y]) {
                continue;
            }
            let corners = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
            let [[a, b, c, d], [e, f, g, h]] = [0, 1].map(|z| corners.map(|at| vertex(at, z)));
            faces.extend([[a, c, b], [a, d, c], [e, f, g], [e, g, h]]);
            let neighbors = [[x, y - 1], [x + 1, y], [x, y + 1], [x - 1, y]];
            for (side, neighbor) in neighbors.into_iter().enumerate() {
                if is_material(neighbor) {
                    continue;
                }
                let [p, q] = [side, (side + 1) % 4].map(|corner| corners[corner]);
                let [p, q, above_p, above_q] =
                    [vertex(p, 0), vertex(q, 0), vertex(p, 1), vertex(q, 1)];
                faces.extend(if diagonal {
                    [[p, q, above_p], [q, above_q, above_p]]
                } else {
                    [[p, q, above_q], [p, above_q, above_p]]
                });
            }
        }
    }
    for [a, b, c] in faces {
        let _ = writeln!(obj, "f {a} {b} {c}");
    }
    obj
}

/// Returns a surface of hills and valleys around z = 0. It is open and has 2 · n · n triangles.
/// Only the tests of signals cut it.
#[cfg(unix)]
pub(crate) fn hills(n: usize) -> String {
    let mut text = String::from("o Hills/h\n");
    for row in 0..=n {
        for column in 0..=n {
            let [x, y] = [column, row].map(|at| at as f64 / n as f64);
            let z = (40.0 * x).sin() * (40.0 * y).cos();
            text += &format!("v {x} {y} {z}\n");
        }
    }
    for row in 0..n {
        for column in 0..n {
            let a = row * (n + 1) + column + 1;
            let [b, c, d] = [a + 1, a + n + 2, a + n + 1];
            text += &format!("f {a} {b} {c}\nf {a} {c} {d}\n");
        }
    }
    text
}
