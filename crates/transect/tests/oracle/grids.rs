//! Cells of grids, compared with counts of all planes. The side of each plane is computed with exact fractions.

use dashu_ratio::Relaxed;
use transect::grid::PlaneFamily;
use transect::{Aabb, Plane, Side, Sphere};

use crate::oracle::number::{Exact, dot, exact};
use crate::random::Random;

/// A family of planes: its expression with the normal and the constant, the range, and the number of cells or the width of
/// cells, as numerator and denominator of a fraction.
struct Case {
    expression: &'static str,
    normal: [f64; 3],
    constant: f64,
    from: (i64, u32),
    to: (i64, u32),
    rule: Rule,
}

#[derive(Clone, Copy)]
enum Rule {
    Cells(u64),
    Width(i64, u32),
}

/// Returns a decimal number as text.
fn decimal((digits, decimals): (i64, u32)) -> String {
    format!("{digits}e-{decimals}")
}

fn fraction((digits, decimals): (i64, u32)) -> Relaxed {
    Relaxed::from(digits) / Relaxed::from(10_i64.pow(decimals))
}

fn nearest(number: &Relaxed) -> f64 {
    number.to_f64().value()
}

impl Case {
    fn text(&self) -> String {
        let (from, to) = (decimal(self.from), decimal(self.to));
        let rule = match self.rule {
            Rule::Cells(count) => format!("/ {count}"),
            Rule::Width(digits, decimals) => format!(" step {}", decimal((digits, decimals))),
        };
        format!("{} = {from}..{to}{rule}", self.expression)
    }

    /// Returns the heights of the planes. Heights of a width are fractions, rounded once.
    fn heights(&self) -> Vec<f64> {
        let [from, to] = [self.from, self.to].map(fraction);
        match self.rule {
            Rule::Width(digits, decimals) => {
                let width = fraction((digits, decimals));
                let mut heights = Vec::new();
                let mut height = from;
                while height <= to {
                    heights.push(nearest(&height));
                    height += &width;
                }
                heights
            }
            Rule::Cells(count) => {
                let [from, to] = [nearest(&from), nearest(&to)];
                let inner =
                    (1..count).map(|index| from + (to - from) * (index as f64 / count as f64));
                std::iter::once(from).chain(inner).chain([to]).collect()
            }
        }
    }

    /// Returns the exact side of a point relative to the plane of a height. The offset is rounded once.
    fn side(&self, height: f64, point: &[f64; 3]) -> Side {
        let offset = Exact::of(self.constant - height);
        (&dot(&exact(&self.normal), &exact(point)) + &offset).side()
    }

    /// Returns the number of planes that a point is in front of or on.
    fn before(&self, point: &[f64; 3]) -> u64 {
        let heights = self.heights().into_iter();
        let before = heights.filter(|&height| self.side(height, point) != Side::Back);
        before.count() as u64
    }
}

fn cases() -> Vec<Case> {
    let case = |expression, normal, constant, from, to, rule| Case {
        expression,
        normal,
        constant,
        from,
        to,
        rule,
    };
    let x = [1.0, 0.0, 0.0];
    vec![
        case("x", x, 0.0, (0, 0), (40, 0), Rule::Cells(4)),
        case("x", x, 0.0, (1, 1), (4, 1), Rule::Cells(3)),
        case("x", x, 0.0, (-3, 1), (32, 1), Rule::Width(1, 1)),
        case("x", x, 0.0, (0, 0), (3, 0), Rule::Width(7, 0)),
        case("-x", [-1.0, 0.0, 0.0], 0.0, (-1, 0), (2, 0), Rule::Cells(9)),
        case("x-0.1", x, -0.1, (0, 0), (3, 0), Rule::Width(3, 1)),
        case("x+y", [1.0, 1.0, 0.0], 0.0, (-5, 1), (3, 0), Rule::Cells(7)),
        case(
            "0.1x-3y+0.7z",
            [0.1, -3.0, 0.7],
            0.0,
            (-1, 3),
            (9, 3),
            Rule::Width(11, 4),
        ),
        case(
            "z-1e17",
            [0.0, 0.0, 1.0],
            -1e17,
            (0, 0),
            (2, 0),
            Rule::Cells(5),
        ),
    ]
}

/// Returns a coordinate, often one of a plane of a family along its axis, or next to it.
fn coordinate(heights: &[f64], random: &mut Random) -> f64 {
    let height = random.pick(heights);
    match random.below(5) {
        0 => height,
        1 => height.next_up(),
        2 => height.next_down(),
        3 => height + 0.1,
        _ => 5.0 * random.unit(),
    }
}

#[test]
fn cells_are_the_exact_number_of_planes() {
    let mut random = Random::new(81);
    let mut on = 0;
    for case in cases() {
        let text = case.text();
        let family: PlaneFamily = text
            .parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        let heights = case.heights();
        assert_eq!(family.plane_count(), heights.len() as u64, "{text}");
        for (index, height) in (0..).zip(&heights) {
            assert_eq!(family.height(index), *height, "{text}, {index}");
            let equation = format!("{} = {height}", case.expression);
            let plane: Plane = equation.parse().expect("a plane");
            assert_eq!(family.plane(index), plane, "{text}, {index}");
        }
        let is_reversed = case.expression.starts_with('-');
        let placed = |planes: u64| {
            if is_reversed {
                heights.len() as u64 - planes
            } else {
                planes
            }
        };
        for _ in 0..2000 {
            let point: [f64; 3] = std::array::from_fn(|_| coordinate(&heights, &mut random));
            let truth = case.before(&point);
            assert_eq!(family.cell(&point), placed(truth), "{text}, {point:?}");
            on += heights
                .iter()
                .filter(|&&height| case.side(height, &point) == Side::On)
                .count();
            let other: [f64; 3] = std::array::from_fn(|_| coordinate(&heights, &mut random));
            let aabb = Aabb::from_corners(point, other).expect("a box");
            let corners = (0..8).map(|chosen: usize| {
                let corner = std::array::from_fn(|axis| [point, other][chosen >> axis & 1][axis]);
                placed(case.before(&corner))
            });
            let corners: Vec<u64> = corners.collect();
            let ends =
                [corners.iter().min(), corners.iter().max()].map(|end| *end.expect("corners"));
            assert_eq!(family.cells(&aabb), ends, "{text}, {aabb:?}");
            // A sphere contains its center.
            let sphere = Sphere::new(point, 0.25).expect("a sphere");
            let [first, last] = family.cells(&sphere);
            assert!(
                first <= placed(truth) && placed(truth) <= last,
                "{text}, {sphere:?}"
            );
            for (index, plane) in
                (0..).zip((0..family.plane_count()).map(|index| family.plane(index)))
            {
                let is_met = plane.side(&sphere) == Side::On;
                let [low, high] = if is_reversed {
                    [last, first]
                } else {
                    [first, last]
                }
                .map(placed);
                let between = low <= index && index < high;
                assert!(!between || is_met, "{text}, {sphere:?}, {index}");
            }
        }
    }
    assert!(on > 1000, "{on} points lie on a plane");
}

/// Families with more planes than memory could hold, quotients, and constants that are not floats.
#[test]
fn the_number_of_planes_is_not_limited() {
    let many: PlaneFamily = "x=0..1e9 step 1e-9".parse().expect("a family");
    assert_eq!(many.plane_count(), 1_000_000_000_000_000_001);
    assert_eq!(many.cell(&[0.5, 0.0, 0.0]), 500_000_001);
    assert_eq!(many.cell(&[0.5_f64.next_down(), 0.0, 0.0]), 500_000_000);
    assert_eq!(many.cell(&[1e9, 0.0, 0.0]), many.plane_count());
    let most = format!("x=0..1/{}", i64::MAX - 1);
    let most: PlaneFamily<2> = most.parse().expect("a family");
    assert_eq!(most.cell(&[-1.0, 0.0]), 0);
    assert_eq!(most.cell(&[2.0, 0.0]), most.plane_count());
    let thirds: PlaneFamily = "x/3=0..9/9".parse().expect("a family");
    let cells = [-0.1, 0.0, 2.9, 3.0, 27.0].map(|x| thirds.cell(&[x, 0.0, 0.0]));
    assert_eq!(cells, [0, 1, 1, 2, 10]);
    let sum: PlaneFamily = "x+0.1+0.2=0..3/3".parse().expect("a family");
    assert_eq!(sum.plane(1), "x+0.1+0.2=1".parse().expect("a plane"));
}

#[test]
fn errors_have_their_place() {
    for (text, place, message) in [
        ("x", Some(2), "the = is missing"),
        ("x=0..2", Some(7), "the number of cells is missing"),
        ("x=0/4", Some(3), "the range is missing"),
        ("x= a..2/4", Some(4), "`a`: not a number"),
        ("x=0..2,5/4", Some(6), "`2,5`: not a number"),
        ("x=2..0/2", Some(3), "the range does not ascend"),
        ("x=1..1/2", Some(3), "the range does not ascend"),
        ("x=0..2/ 0", Some(9), "not a number above 0: `0`"),
        ("x=0..2/-1", Some(8), "not a number above 0: `-1`"),
        ("x=0..2 step 0", Some(13), "not a number above 0: `0`"),
        ("x=0..2 step", Some(12), "not a number above 0: ``"),
        ("x=0..1e90 step 1e-9", Some(16), "too many digits"),
        ("x=-1e308..1e308/2", Some(3), "too many digits"),
        ("2x+q=0..2/2", Some(4), "`q` is not a coordinate"),
        ("ä=0..2/2", Some(1), "`ä` is not a coordinate"),
        ("x*y=0..2/2", Some(2), "a product of two coordinates"),
        ("1=0..2/2", None, "no coordinate is left"),
        ("=0..2/2", Some(1), "expected a number or a coordinate"),
        (
            "x/3=0..3 step 0.1",
            None,
            "64-bit floats do not hold this equation",
        ),
    ] {
        let error = text.parse::<PlaneFamily>().expect_err(text);
        assert!(error.to_string().contains(message), "{text}: {error}");
        assert_eq!(error.place(), place, "{text}: {error}");
    }
    let error = "z=0..1/2"
        .parse::<PlaneFamily<2>>()
        .expect_err("no z in 2D");
    assert_eq!(error.place(), Some(1));
}
