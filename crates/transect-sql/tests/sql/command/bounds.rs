//! Row groups whose bounds nearly exclude a row: neither an answer nor an error is passed over.

use std::path::Path;
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, Float64Array, Int64Array};

use crate::command::{answer, failure, folder, write};

/// Returns the number of rows of `p.parquet` that satisfy a condition, as text.
fn count(folder: &Path, condition: &str) -> String {
    let sql = format!("SELECT count(*) AS n FROM 'p.parquet' WHERE {condition}");
    let text = answer(folder, &["--csv", &sql]);
    text.lines().nth(1).expect("one row").to_owned()
}

/// Writes spheres to `p.parquet`, as the columns x, y, z and r, with five rows per row group.
fn spheres(folder: &Path, spheres: &[[f64; 4]]) {
    let column = |index: usize| {
        let numbers = spheres.iter().map(|sphere| sphere[index]);
        Arc::new(Float64Array::from_iter_values(numbers)) as ArrayRef
    };
    let columns = ["x", "y", "z", "r"].into_iter().enumerate();
    let columns = columns.map(|(index, name)| (name, column(index)));
    write(&folder.join("p.parquet"), columns.collect(), 5, 5);
}

const SPHERE: &str = "named_struct('x', x, 'y', y, 'z', z, 'radius', r)";

#[test]
fn one_large_sphere_is_enough() {
    let folder = folder();
    let mut rows = [[10.0, 0.0, 0.0, 1.0]; 10];
    rows[7][3] = 10.0;
    spheres(folder.path(), &rows);
    let on = format!("plane_side('x = 0', {SPHERE}) = 'on'");
    assert_eq!(count(folder.path(), &on), "1");
}

/// The sphere reaches the plane by less than the distance of two floats near its center: the difference of the center and
/// the radius rounds to the center.
#[test]
fn spheres_that_reach_the_plane_by_less_than_a_rounding_error() {
    let folder = folder();
    let tiny = 2.0_f64.powi(-60);
    for sign in [1.0, -1.0] {
        spheres(folder.path(), &[[sign, 32.0 * tiny * sign, 0.0, tiny]; 5]);
        let on = format!(
            "plane_side('1024x + y = {}', {SPHERE}) = 'on'",
            1024.0 * sign
        );
        assert_eq!(count(folder.path(), &on), "5");
    }
}

/// An integer without an equal float is an error, also where all integers of a row group are in front of the plane.
#[test]
fn integers_without_an_equal_float_are_not_passed_over() {
    let folder = folder();
    let numbers = [vec![(1_i64 << 53) + 1; 5], vec![0; 5]].concat();
    let columns = vec![("i", Arc::new(Int64Array::from(numbers)) as ArrayRef)];
    write(&folder.path().join("p.parquet"), columns, 5, 5);
    let sql = "SELECT count(*) AS n FROM 'p.parquet' WHERE plane_side('x = 5', i, 0, 0) = 'on'";
    let message = failure(folder.path(), &[sql]);
    assert!(message.contains("9007199254740993"), "{message}");
}
