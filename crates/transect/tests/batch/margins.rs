//! Rows that a margin smaller than the proved one would put on the wrong side.

use transect::batch::{AabbColumns, Batch, Level, PointColumns};
use transect::{Plane, Side};

use crate::pairs::Number;
use crate::worst::{DOUBLE, SINGLE};

/// A block and a rest of rows, all this point.
const ROWS: usize = 100;

fn check<T: Number>((normal, offset, point): ([f64; 3], f64, [T; 3]), expected: Side) {
    for (sign, expected) in [(1.0, expected), (-1.0, -expected)] {
        let plane = Plane::new(normal.map(|c| sign * c), sign * offset).expect("a normal");
        let columns = point.map(|coordinate| [coordinate; ROWS]);
        let columns = columns.each_ref().map(<[T; ROWS]>::as_slice);
        for level in Level::available() {
            let mut sides = [[Side::On; ROWS]; 2];
            let [points, boxes] = &mut sides;
            PointColumns::new(columns).at(level).sides(&plane, points);
            let flat = AabbColumns::new(columns, columns);
            flat.at(level).sides(&plane, boxes);
            assert_eq!(sides, [[expected; ROWS]; 2], "{level}, {plane:?}");
        }
    }
}

#[test]
fn the_first_stage_is_not_certain_too_early() {
    for row in SINGLE {
        check(row, Side::Back);
    }
}

#[test]
fn the_second_stage_is_not_certain_too_early() {
    check(DOUBLE, Side::On);
}
