//! Exact signs that relate planes to each other. Meeting points and the vertices, edges and faces of regions are based
//! on these signs.
//!
//! Let D planes with independent normals meet in a point. At this point, another plane has the value n·p + d. This
//! value is the determinant of the rows (n, d) of all D + 1 planes, divided by the determinant of the normals of the
//! first D planes. To see this, subtract multiples of the other rows from the last row until its normal is zero. The
//! offset of the last row is then the value.
//!
//! For a line to which a plane is parallel, the sign of the determinant of the rows of the line's planes and of this
//! plane, without the column of an axis along which the line runs, gives the side on which the line lies.

use transect_exact::arrays::{Few as _, array};
use transect_exact::determinant::{
    cross, determinant, determinant4, dot, minor, numbers, numbers_of,
};
use transect_exact::double_double::DoubleDouble;
use transect_exact::number::Number;
use transect_exact::polynomial::{Bounded, Polynomial, digits, sign};
use transect_exact::quotient::{all_nearest, divide, nearest};
use transect_exact::vector::dominant_axis;
use transect_exact::{Dyadic, Side};

use crate::plane::Plane;

/// The determinant of a square matrix whose rows are the coefficients (n, d) of planes, restricted to some columns;
/// column D holds the offset. The matrix has one to four rows. The determinant is a polynomial in the coefficients,
/// whose degree is the number of rows.
struct Minor<'a, const D: usize> {
    rows: &'a [&'a Plane<D>],
    columns: &'a [usize],
}

impl<const D: usize> Minor<'_, D> {
    fn block<N: Number, const SIZE: usize>(&self) -> [[N; SIZE]; SIZE] {
        core::array::from_fn(|row| {
            let normal = self.rows[row].normal();
            numbers_of(|column| {
                let column = self.columns[column];
                N::of(*normal.get(column).unwrap_or(&self.rows[row].offset()))
            })
        })
    }
}

impl<const D: usize> Polynomial for Minor<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        match self.rows.len() {
            1 => {
                let [[entry]] = self.block();
                entry
            }
            2 => determinant(self.block::<N, 2>().each_ref()),
            3 => determinant(self.block::<N, 3>().each_ref()),
            _ => determinant4(self.block::<N, 4>().each_ref()),
        }
    }
}

fn sign_of_minor<const D: usize>(rows: &[&Plane<D>], columns: &[usize]) -> Side {
    let minor = Minor { rows, columns };
    match rows.len() {
        0..=2 => sign::<{ digits(2) }>(&minor),
        3 => sign::<{ digits(3) }>(&minor),
        _ => sign::<{ digits(4) }>(&minor),
    }
}

/// Returns the sign of the determinant of the normals of D planes, which is a polynomial of degree D.
pub(crate) fn turn<const D: usize>(rows: [&Plane<D>; D]) -> Side {
    sign_of_minor(&rows, &[0, 1, 2][..D])
}

/// Returns the side of `plane` on which the meeting point of D other planes lies. `turn` is the sign that the function
/// [`turn`] returns for these planes and must not be zero. If floats do not decide, `is_on` is called; it returns
/// `true` if `plane` certainly contains the point. The sign is that of a polynomial of degree D + 1.
pub(crate) fn side_of_meeting<const D: usize>(
    rows: [&Plane<D>; D],
    turn: Side,
    plane: &Plane<D>,
    is_on: impl FnOnce() -> bool,
) -> Side {
    let (all, columns) = (and_one_more(rows, plane), &[0, 1, 2, 3][..=D]);
    let rows = &all[..=D];
    let sign = match (Minor { rows, columns }.evaluate::<Bounded>().sign()) {
        Some(sign) => sign,
        None if is_on() => Side::On,
        None => sign_of_minor(rows, columns),
    };
    sign.times(turn)
}

/// Returns an array of four planes: the D given planes, and then copies of another plane. Callers use the first D + 1
/// elements.
fn and_one_more<'a, const D: usize>(
    rows: [&'a Plane<D>; D],
    plane: &'a Plane<D>,
) -> [&'a Plane<D>; 4] {
    core::array::from_fn(|row| *rows.get(row).unwrap_or(&plane))
}

/// Returns the value n·p + d of a plane at the meeting point p of D other planes, times 2^power, as the nearest float.
/// The [`turn`] of these D planes must not be zero.
pub(crate) fn value_at_meeting<const D: usize>(
    rows: [&Plane<D>; D],
    plane: &Plane<D>,
    power: i32,
) -> f64 {
    let all = and_one_more(rows, plane);
    let value = Minor {
        rows: &all[..=D],
        columns: &[0, 1, 2, 3][..=D],
    };
    let below = Minor {
        rows: &rows,
        columns: &[0, 1, 2][..D],
    };
    // The normal float nearest to a number, times a power of two, is nearest to the number times this power if the
    // product is a normal float, too.
    let quick = nearest(&value.evaluate(), &below.evaluate()).map(|near| libm::ldexp(near, power));
    match quick {
        Some(quick) if quick.is_normal() || quick == 0.0 => quick,
        _ => divide::<{ digits(4) }, { digits(3) }>(&value.evaluate(), &below.evaluate(), power),
    }
}

/// In 3D, returns the signs of the coordinates of n₀ × n₁, the direction of the line where two planes meet. All signs
/// are zero exactly if the two planes are parallel. In 2D, returns the signs of the coordinates of the single plane's
/// normal. The polynomials have degree D − 1.
pub(crate) fn pivots<const D: usize>(rows: &[&Plane<D>]) -> [Side; D] {
    core::array::from_fn(|axis| sign_of_minor(rows, &columns::<D>(axis)[..D - 1]))
}

/// Returns the side of `plane` on which the common line of the planes `rows` lies; the line must be parallel to
/// `plane`. `axis` is an axis on which the [`pivots`] of `rows` are not zero, and `pivot` is the sign on that axis. The
/// polynomial has degree D.
pub(crate) fn side_of_line<const D: usize>(
    rows: &[&Plane<D>],
    (axis, pivot): (usize, Side),
    plane: &Plane<D>,
) -> Side {
    let all: [&Plane<D>; D] = core::array::from_fn(|row| *rows.get(row).unwrap_or(&plane));
    sign_of_minor(&all, &columns::<D>(axis)[..D]).times(pivot)
}

/// Returns column indices for [`Minor`], for the line where D − 1 planes meet. In 3D, the determinant of the first two
/// columns is the coordinate of the line's direction on `axis`. In 2D, the first column holds the coordinate of the
/// normal on `axis`. The next column is that of the offsets.
fn columns<const D: usize>(axis: usize) -> [usize; 3] {
    if D == 2 {
        [axis, 2, 2]
    } else {
        [(axis + 1) % 3, (axis + 2) % 3, 3]
    }
}

/// Returns the side of a plane b on which a parallel plane a lies. The polynomial has degree 2.
pub(crate) fn side_of_parallel<const D: usize>(a: &Plane<D>, b: &Plane<D>) -> Side {
    let axis = dominant_axis(&a.normal());
    // If n_b = c·n_a, then the value n·p + d of b at points of a is d_b − c·d_a.
    sign_of_minor(&[a, b], &[axis, D]).times(sign_of_minor(&[a], &[axis]))
}

/// Returns `true` if two parallel planes exclude each other: every point is strictly behind at least one of them. The
/// polynomial has degree 2.
pub(crate) fn exclude_each_other<const D: usize>(a: &Plane<D>, b: &Plane<D>) -> bool {
    let axis = dominant_axis(&a.normal());
    let are_opposite = sign_of_minor(&[a], &[axis]) != sign_of_minor(&[b], &[axis]);
    are_opposite && side_of_parallel(a, b) == Side::Back
}

/// Returns the meeting point p of D planes in homogeneous coordinates: p·w and w, by Cramer's rule. The polynomials
/// have degree D.
pub(crate) fn homogeneous<N: Number, const D: usize>(rows: [&Plane<D>; D]) -> ([N; D], N) {
    let rows: [[N; 4]; D] = rows.map(|plane| {
        numbers_of(|column| N::of(*plane.normal().get(column).unwrap_or(&plane.offset())))
    });
    // The determinants are expanded along the first row. They share the minors of the other rows.
    let pairs = [0, 1, 2].each(|first| {
        [1, 2, 3].each(|second| match D {
            3 if first < second => {
                let [above, under] = [&rows[1], &rows[D - 1]];
                minor(&above[first], &above[second], &under[first], &under[second])
            }
            _ => N::of(0.0),
        })
    });
    let pair = |first: usize, second: usize| &pairs[first][second - 1];
    // Returns the determinant of three columns (two in 2D), or its opposite.
    let determinant = |[a, b, c]: [usize; 3], is_opposite: bool| {
        let [left, right] = match D {
            2 => [rows[0][a].times(&rows[1][b]), rows[0][b].times(&rows[1][a])],
            _ => {
                let [x, y, z] = [a, b, c].each(|column| &rows[0][column]);
                let outer = x.times(pair(b, c)).plus(&z.times(pair(a, b)));
                [outer, y.times(pair(a, c))]
            }
        };
        if is_opposite {
            right.minus(&left)
        } else {
            left.minus(&right)
        }
    };
    // In Cramer's rule, the right-hand side −d replaces a column. The determinants below have d in the last column.
    // Each exchange of columns changes the sign.
    let below = determinant([0, 1, 2], false);
    let point = numbers_of(|axis| match (D, axis) {
        (2, 0) => determinant([1, 2, 2], false),
        (2, _) => determinant([0, 2, 2], true),
        (_, 0) => determinant([1, 2, 3], true),
        (_, 1) => determinant([0, 2, 3], false),
        _ => determinant([0, 1, 3], true),
    });
    (point, below)
}

/// Returns `true` if three planes, whose normals have rank 2, have no common line. To decide this, the offsets replace
/// the coordinates of one axis in the matrix of the normals. There is no common line if the determinant of the result
/// is not zero for some axis. The polynomials have degree 3.
pub(crate) fn has_no_common_line(rows: [&Plane<3>; 3]) -> bool {
    [[3, 1, 2], [0, 3, 2], [0, 1, 3]]
        .iter()
        .any(|columns| sign_of_minor(&rows, columns) != Side::On)
}

/// Returns the meeting point of D planes whose [`turn`] is not zero. Each coordinate is the nearest float.
pub(crate) fn meeting_point<const D: usize>(rows: [&Plane<D>; D]) -> [f64; D] {
    quick_meeting_point(rows).unwrap_or_else(|| exact_meeting_point(rows))
}

/// Returns the same point as [`meeting_point`] if double-doubles prove that the planes meet in one point, and if they
/// determine each rounded coordinate. Otherwise returns `None`.
pub(crate) fn quick_meeting_point<const D: usize>(rows: [&Plane<D>; D]) -> Option<[f64; D]> {
    let (point, below): ([DoubleDouble; D], _) = homogeneous(rows);
    all_nearest(&point, &below)
}

#[cold]
#[inline(never)]
fn exact_meeting_point<const D: usize>(rows: [&Plane<D>; D]) -> [f64; D] {
    let (point, below): ([Dyadic<{ digits(3) }>; D], _) = homogeneous(rows);
    point.map(|coordinate| divide(&coordinate, &below, 0))
}

fn value_of_minor<const D: usize>(rows: &[&Plane<D>], columns: &[usize]) -> Dyadic<{ digits(4) }> {
    Minor { rows, columns }.evaluate()
}

/// Returns the direction of the line where D − 1 planes meet: n₀ × n₁ in 3D, and in 2D the normal turned clockwise by
/// 90°. The vector is divided by a power of two, so that its largest coordinate is from 1 to 2 in magnitude. Each
/// coordinate is rounded once.
pub(crate) fn direction<const D: usize>(rows: &[&Plane<D>]) -> [f64; D] {
    let minors: [Dyadic<{ digits(4) }>; D] =
        numbers_of(|axis| value_of_minor(rows, &columns::<D>(axis)[..D - 1]));
    let exponent = minors
        .iter()
        .filter_map(Dyadic::exponent)
        .max()
        .unwrap_or(0);
    let rounded = minors.map(|minor| minor.to_f64_scaled(-exponent));
    if D == 2 {
        array(|axis| [rounded[1], -rounded[0]][axis])
    } else {
        rounded
    }
}

/// Returns the point nearest to the origin on the line where D − 1 planes meet. Each coordinate is the nearest float.
pub(crate) fn point_of_line<const D: usize>(rows: &[&Plane<D>]) -> [f64; D] {
    let along: [Dyadic<{ digits(4) }>; D] =
        numbers_of(|axis| value_of_minor(rows, &columns::<D>(axis)[..D - 1]));
    let below = dot(&along, &along);
    let offset = |row: usize| Dyadic::of(-rows[row].offset());
    if D == 2 {
        return along
            .each_ref()
            .map(|along| divide(&offset(0).times(along), &below, 0));
    }
    // With u = n₀ × n₁, the line's point p nearest to the origin fulfils p·u² = −d₀·(n₁ × u) − d₁·(u × n₀).
    let in_space = |vector: &[Dyadic<{ digits(4) }>; D]| -> [_; 3] {
        numbers_of(|axis| vector[axis % D].clone())
    };
    let [first, second] =
        [0, 1].each(|row| cross(&in_space(&numbers(&rows[row].normal())), &in_space(&along)));
    array(|axis| {
        let parts = [
            offset(0).times(&second[axis]),
            offset(1).times(&first[axis]),
        ];
        divide(&parts[0].minus(&parts[1]), &below, 0)
    })
}

/// Returns the side of a plane k to which a vector w leads: the sign of n_k·w. The vector w = n_j·(n_i·n_i) −
/// n_i·(n_i·n_j) is a multiple of the projection of n_j onto the plane i. So w is parallel to the plane i, and leads
/// from the edge where the planes i and j meet to the front of j. The polynomial has degree 4.
pub(crate) fn side_of_way_into<const D: usize>([i, j]: [&Plane<D>; 2], plane: &Plane<D>) -> Side {
    sign::<{ digits(4) }>(&Products {
        of: [[plane, j], [i, i], [plane, i], [i, j]],
    })
}

/// Returns `Front` if two parallel lines have the same direction. One line is the intersection of the planes i and j,
/// the other that of a and b. The result is the sign of (n_i × n_j)·(n_a × n_b), a polynomial of degree 4.
pub(crate) fn side_of_direction<const D: usize>(
    [i, j]: [&Plane<D>; 2],
    [a, b]: [&Plane<D>; 2],
) -> Side {
    sign::<{ digits(4) }>(&Products {
        of: [[i, a], [j, b], [i, b], [j, a]],
    })
}

/// The polynomial (n₀·n₁)(n₂·n₃) − (n₄·n₅)(n₆·n₇) for the normals n₀ to n₇ of planes.
struct Products<'a, const D: usize> {
    of: [[&'a Plane<D>; 2]; 4],
}

impl<const D: usize> Polynomial for Products<'_, D> {
    fn evaluate<N: Number>(&self) -> N {
        let [a, b, c, d] = self
            .of
            .map(|[p, q]| dot(&numbers::<N, D>(&p.normal()), &numbers(&q.normal())));
        a.times(&b).minus(&c.times(&d))
    }
}
