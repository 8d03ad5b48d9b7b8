//! The names of families of parallel planes, and the directions in which their cells are numbered.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::plane::Plane;

/// The names of axes.
const AXES: [&str; 3] = ["x", "y", "z"];

/// Returns the index of the axis that is perpendicular to a plane, or `None`.
#[must_use]
pub fn axis<const D: usize>(plane: &Plane<D>) -> Option<usize> {
    let normal = plane.normal();
    let mut axes = (0..D).filter(|&axis| normal[axis] != 0.0);
    axes.next().filter(|_| axes.next().is_none())
}

/// Returns `true` if the cells between planes that are parallel to a plane are numbered in the direction of its normal. Along
/// an axis, they are numbered in the direction of the axis.
#[must_use]
pub fn counts_to_front<const D: usize>(plane: &Plane<D>) -> bool {
    axis(plane).is_none_or(|axis| plane.normal()[axis] > 0.0)
}

/// Returns the names of families of parallel planes, given one plane of each: `x`, `y` or `z` for the axis to which the planes
/// are perpendicular, and otherwise `a`, `b` and so on. After `w`, the names are `direction24-`, with the number of the family.
///
/// ```
/// use transect::{Plane, grid::names};
/// let planes: [Plane; 3] = ["x + y = 0".parse()?, "z = 4".parse()?, "x = y".parse()?];
/// assert_eq!(names(&planes), ["a", "z", "b"]);
/// # Ok::<(), transect::EquationError>(())
/// ```
#[must_use]
pub fn names<const D: usize>(planes: &[Plane<D>]) -> Vec<String> {
    names_by_axis(planes.iter().map(axis))
}

/// Returns the names of families of parallel planes, like [`names`], given the axis to which the planes of each family are
/// perpendicular, or `None`.
#[must_use]
pub fn names_by_axis(axes: impl IntoIterator<Item = Option<usize>>) -> Vec<String> {
    let mut letters = ('a'..='w').map(String::from);
    let named = (1..).zip(axes).map(|(number, axis)| match axis {
        Some(axis) => AXES[axis].into(),
        None => letters
            .next()
            .unwrap_or_else(|| format!("direction{number}-")),
    });
    named.collect()
}
