//! Checks for the vector types of every library: points as input, planes (n, d) as input and output.

use super::*;
use std::fmt::Debug;
use transect::{Extent, PlaneThrough, Polytope, Shape, Side, overlap};

/// The number 0.1. The f32 nearest to 0.1 is greater than this f64, by less than 2⁻²⁸.
const TENTH: f64 = 0.1;

/// Checks the point types of a library. `single` and `double` are the point (0, 0, 0.1) in f32 and in f64.
pub(super) fn points(
    single: impl Polytope<3> + Coordinates<3>,
    double: impl Polytope<3> + Coordinates<3>,
) -> Steps {
    let plane = Plane::new([0.0, 0.0, 1.0], -TENTH)?;
    assert_eq!(plane.side(&single), Side::Front);
    assert_eq!(plane.side(&double), Side::On);
    assert_eq!(plane.extent(&double), Extent::of_point(Side::On));
    assert_eq!(plane.interval(&single).backmost, f64::from(0.1_f32) - TENTH);
    assert_eq!(single.extremes(&plane), [[0.0, 0.0, f64::from(0.1_f32)]; 2]);
    assert!(!overlap(&single, &double));
    assert!(overlap(&double, &[0.0, 0.0, TENTH]));
    assert_eq!(double.coordinates(), [0.0, 0.0, TENTH]);
    Ok(())
}

pub(super) fn through(point: impl transect::ExtentThrough<3>) -> Steps {
    let plane = PlaneThrough::new([[0.0, 0.0, 0.1], [1.0, 0.0, 0.1], [0.0, 1.0, 0.1]])?;
    assert_eq!(plane.side(&point), Side::On);
    Ok(())
}

/// Checks the 2D types of a library. `point` is (3, 4), and `line` is (3, 4, −25): the line 3x + 4y − 25 = 0 through
/// that point.
pub(super) fn flat<V>(point: impl Shape<2> + Coordinates<2>, line: V) -> Steps
where
    V: RoundedFrom<3> + PartialEq + Debug,
    Plane<2>: TryFrom<V, Error = transect::PlaneError>,
{
    let line_of = Plane::<2>::try_from(line)?;
    assert_eq!(line_of, Plane::new([3.0, 4.0], -25.0)?);
    assert_eq!(line_of.side(&point), Side::On);
    assert_eq!(V::rounded_from(line_of.into()), line);
    Ok(())
}

/// Checks the conversion of a vector (n, d) to a plane and back. `vector` is (2, 3, 6, −17).
pub(super) fn plane<V>(vector: V) -> Steps
where
    V: RoundedFrom<4> + PartialEq + Debug,
    Plane: TryFrom<V, Error = transect::PlaneError>,
{
    let plane = Plane::<3>::try_from(vector)?;
    assert_eq!(plane, Plane::new([2.0, 3.0, 6.0], -17.0)?);
    assert_eq!(V::rounded_from(plane.into()), vector);
    let error = Plane::<3>::try_from(V::rounded_from([0.0, 0.0, 0.0, 1.0]));
    assert_eq!(error.err(), Some(transect::PlaneError::ZeroNormal));
    assert!(Plane::<3>::try_from(V::rounded_from([1.0, f64::NAN, 0.0, 1.0])).is_err());
    Ok(())
}
