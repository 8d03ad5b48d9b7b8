//! Tests planes as text. The text of a plane parses to the same plane, and the error for invalid text names its cause.

use proptest::prelude::{
    Just, ProptestConfig, Strategy, any, prop_assert_eq, prop_oneof, proptest,
};
use proptest::test_runner::RngSeed;
use transect::{EquationError, Plane, Side};

/// Generates any finite number. Multiples of 0.1, zeros, ±1, the largest float and the smallest positive float are
/// generated more often.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<u64>()
            .prop_map(f64::from_bits)
            .prop_filter("finite", |value| value.is_finite()),
        (-1000_i32..1000).prop_map(|value| f64::from(value) / 10.0),
        Just(0.0),
        Just(-0.0),
        Just(1.0),
        Just(-1.0),
        Just(f64::MAX),
        Just(f64::from_bits(1)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20_000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    })]

    #[test]
    fn planes_survive_text(a in number(), b in number(), c in number(), d in number()) {
        if let Ok(plane) = Plane::new([a, b, c], d) {
            prop_assert_eq!(plane.to_string().parse(), Ok(plane), "{}", plane);
        }
    }

    #[test]
    fn lines_survive_text(a in number(), b in number(), c in number()) {
        if let Ok(line) = Plane::new([a, b], c) {
            prop_assert_eq!(line.to_string().parse(), Ok(line), "{}", line);
        }
    }

    #[test]
    fn no_text_panics(text in "[xyzXYZw0-9.eE+*/()=− -]{0,24}|[xyz0-9.e+*/()-]{1,20}=[xyz0-9.e+*/()-]{1,20}|.{0,12}") {
        if let Ok(plane) = text.parse::<Plane>() {
            prop_assert_eq!(plane.to_string().parse(), Ok(plane));
        }
        let _ = text.parse::<Plane<2>>();
    }

    /// A quotient in an equation is never rounded: points of the plane a·x = b·c·y/d with integer coordinates are on
    /// it.
    #[test]
    fn quotients_are_exact(a in 1_i32..99999, b in 1_i32..999, c in 1_i32..999, d in 1_i32..99999) {
        let text = format!("{a}x = {b}({c}y/{d})");
        let plane = text.parse::<Plane>().expect("the products of integers are floats");
        let point = [f64::from(b) * f64::from(c), f64::from(a) * f64::from(d), 0.0];
        prop_assert_eq!(plane.side(&point), Side::On, "{}", text);
        prop_assert_eq!(plane.side(&[point[0] + 1.0, point[1], 0.0]), Side::Front, "{}", text);
    }

    #[test]
    fn sides_of_an_equation_swap_front_and_back(a in number(), b in number(), c in number()) {
        let (left, right) = (format!("{a:e}x + {b:e}"), format!("{c:e} - y"));
        let plane = format!("{left} = {right}").parse::<Plane>();
        let swapped = format!("{right} = {left}").parse::<Plane>();
        prop_assert_eq!(plane.map(|plane| plane.flipped()), swapped);
    }
}

fn parsed(text: &str) -> Result<([f64; 3], f64), EquationError> {
    text.parse::<Plane>()
        .map(|plane| (plane.normal(), plane.offset()))
}

#[test]
fn equations_are_read_as_people_write_them() {
    let facts = [
        ("2x+3y+6z-17=0", [2.0, 3.0, 6.0], -17.0),
        (" 2 x + 3*y + 6 Z − 17 = 0 ", [2.0, 3.0, 6.0], -17.0),
        ("17 = 2x + 3y + 6z", [-2.0, -3.0, -6.0], 17.0),
        ("z=1.2", [0.0, 0.0, 1.0], -1.2),
        ("1.2=z", [0.0, 0.0, -1.0], 1.2),
        ("x=y", [1.0, -1.0, 0.0], 0.0),
        ("x=-1", [1.0, 0.0, 0.0], 1.0),
        ("x = + -1", [1.0, 0.0, 0.0], 1.0),
        ("-x--1=0", [-1.0, 0.0, 0.0], 1.0),
        (".5x=1e3", [0.5, 0.0, 0.0], -1000.0),
        ("1e3x=5.", [1000.0, 0.0, 0.0], -5.0),
        ("1E-3x = 2e+2y", [0.001, -200.0, 0.0], 0.0),
        ("1e−3x=0", [0.001, 0.0, 0.0], 0.0),
        ("x+y+x=1+1", [2.0, 1.0, 0.0], -2.0),
        ("0=z", [0.0, 0.0, -1.0], 0.0),
        // The library adds the constants of an equation exactly and rounds once. In floats, 0.1 + 0.2 − 0.3 would be
        // 5.551115123125783e-17.
        (
            "x + 0.1 + 0.2 = 0.3",
            [1.0, 0.0, 0.0],
            2.775_557_561_562_891_4e-17,
        ),
        ("1e308x + 1e308x = 1e308x", [1e308, 0.0, 0.0], 0.0),
        ("x = 0e-400", [1.0, 0.0, 0.0], 0.0),
        ("x = 5e-324", [1.0, 0.0, 0.0], -5e-324),
    ];
    for (text, normal, offset) in facts {
        assert_eq!(parsed(text), Ok((normal, offset)), "{text}");
    }
}

#[test]
fn quotients_and_parentheses_give_exact_coefficients() {
    let facts = [
        ("z=1/3", [0.0, 0.0, 3.0], -1.0),
        ("z = -1 / 3", [0.0, 0.0, 3.0], 1.0),
        ("1/3=z", [0.0, 0.0, -3.0], 1.0),
        ("z=2/6", [0.0, 0.0, 3.0], -1.0),
        ("2*(x+y)=3", [2.0, 2.0, 0.0], -3.0),
        ("2(x+y)=3", [2.0, 2.0, 0.0], -3.0),
        ("-(x - 2y) = 3 - (1 - z)", [-1.0, 2.0, -1.0], -2.0),
        ("(x+y)*2/3 = 1/7", [14.0, 14.0, 0.0], -3.0),
        ("1/3x + y/5 = z/15", [5.0, 3.0, -1.0], 0.0),
        ("(1/3)x = (2)(y)", [1.0, -6.0, 0.0], 0.0),
        ("x*2 = 3*4", [2.0, 0.0, 0.0], -12.0),
        // A division by a power of two is exact, so the equation is not multiplied by a common denominator.
        ("z = 1/2", [0.0, 0.0, 1.0], -0.5),
        ("z/4 = 0.1/2", [0.0, 0.0, 0.25], -0.05),
        // If the sum or the product of quotients is an integer, the other coefficients of the equation are not
        // multiplied by a common denominator.
        ("x = 1/3 + 2/3", [1.0, 0.0, 0.0], -1.0),
        ("x = 3*(1/3)", [1.0, 0.0, 0.0], -1.0),
        // The decimal 1.2 is rounded to the nearest float as usual, and the quotient is that of this float.
        ("z = 1.2/3", [0.0, 0.0, 3.0], -1.2),
        (
            "z = 1/0.3",
            [0.0, 0.0, 5_404_319_552_844_595.0],
            -18_014_398_509_481_984.0,
        ),
        ("0.1/0.2 = x", [-1.0, 0.0, 0.0], 0.5),
        ("(x-x+2)y = 1", [0.0, 2.0, 0.0], -1.0),
        ("1e-300*1e300*1e-300x = 0", [1e-300, 0.0, 0.0], 0.0),
        ("((((z))))=((1))", [0.0, 0.0, 1.0], -1.0),
    ];
    for (text, normal, offset) in facts {
        assert_eq!(parsed(text), Ok((normal, offset)), "{text}");
    }
}

#[test]
fn equations_that_floats_do_not_hold_are_errors() {
    let exactly = "64-bit floats do not hold this equation exactly: to remove the quotients, it is multiplied by";
    let messages = [
        (
            "z=1e-400",
            "character 3: the number is too small for a 64-bit float, which would be 0".into(),
        ),
        (
            "z=0.000e-5+1e-9999",
            "character 12: the number is too small for a 64-bit float, which would be 0".into(),
        ),
        (
            "z=1e400",
            "character 3: the number is too large for a 64-bit float".into(),
        ),
        (
            "1e-200*1e-200x = y",
            "the terms in x add up to a number too small for a 64-bit float, which would be 0"
                .into(),
        ),
        (
            "1e300*1e300x = y",
            "the terms in x add up to more than a 64-bit float holds".into(),
        ),
        (
            "x = 1e308y/3 + 1e308z",
            "the terms in z add up to more than a 64-bit float holds".into(),
        ),
        (
            "1e300*1e300*1e300x = y",
            "character 12: the result is too large, too small, or has too many digits".into(),
        ),
        (
            "1e-300*1e-300*1e-300*1e-300x=y",
            "character 14: the result is too large, too small, or has too many digits".into(),
        ),
        (
            "x = y/3 + 1.2",
            format!(
                "{exactly} 3, and then the numbers need more than 53 bits; write the equation without quotients"
            ),
        ),
        (
            "0.1z = 1/3",
            format!(
                "{exactly} 3, and then the terms in z need more than 53 bits; write the equation without quotients"
            ),
        ),
        (
            "x/1099511627777 + y/1099511627689 = z",
            format!(
                "{exactly} 1208925819520071174717353, and then the terms in z need more than 53 bits; write the equation without quotients"
            ),
        ),
        (
            "x/4503599627370497 + y/4503599627370499 = z/4503599627370501",
            "character 41: the result is too large, too small, or has too many digits".into(),
        ),
    ];
    for (text, message) in messages {
        assert_eq!(
            parsed(text).map_err(|error| error.to_string()),
            Err(message),
            "{text}"
        );
    }
}

#[test]
fn wrong_products_and_parentheses_are_told_their_place() {
    let messages = [
        (
            "x*y = 1",
            "character 2: a product of two coordinates does not describe a plane",
        ),
        (
            "x(y) = 1",
            "character 2: expected `+`, `-` or `=`, found `(`",
        ),
        (
            "(x+1)(y+1) = 1",
            "character 6: a product of two coordinates does not describe a plane",
        ),
        (
            "x/2y = 1",
            "character 4: a product of two coordinates does not describe a plane",
        ),
        (
            "1/x = 1",
            "character 2: a division by a coordinate does not describe a plane",
        ),
        ("z = 1/0", "character 6: a division by zero"),
        ("z = 1/(2-2)", "character 6: a division by zero"),
        (
            "z = 1/",
            "character 7: expected a number or a coordinate, found the end",
        ),
        (
            "z = 6/2(1+2)",
            "character 8: expected `+`, `-` or `=`, found `(`",
        ),
        ("2(x+y = 3", "character 2: the parenthesis is not closed"),
        ("z = (1", "character 5: the parenthesis is not closed"),
        ("z = 1)", "character 6: expected `+`, `-` or `=`, found `)`"),
        (
            "() = z",
            "character 2: expected a number or a coordinate, found `)`",
        ),
        (
            "(x)2 = 1",
            "character 4: expected `+`, `-` or `=`, found `2`",
        ),
    ];
    for (text, message) in messages {
        assert_eq!(
            parsed(text).map_err(|error| error.to_string()),
            Err(message.into()),
            "{text}"
        );
    }
    let deep = |depth: usize| format!("{}z{}=0", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(parsed(&deep(32)), Ok(([0.0, 0.0, 1.0], 0.0)));
    assert_eq!(
        parsed(&deep(100_000)),
        Err(EquationError::TooDeep { at: 33 })
    );
}

#[test]
fn wrong_text_is_told_what_is_wrong() {
    let messages = [
        (
            "",
            "character 1: expected a number or a coordinate, found the end",
        ),
        (
            "z",
            "character 2: expected `=`; a plane is an equation, e.g. `z=1.2`",
        ),
        (
            "z=",
            "character 3: expected a number or a coordinate, found the end",
        ),
        (
            "z=1=2",
            "character 4: a second `=`; an equation has two sides, e.g. `2x+3y=17`",
        ),
        (
            "z = 1,2",
            "character 6: expected `+`, `-` or `=`, found `,`",
        ),
        (
            "z = 1 2",
            "character 7: expected `+`, `-` or `=`, found `2`",
        ),
        (
            "z = 1 e3",
            "character 7: `e` is not a coordinate; they are x, y and z, e.g. `2x+3y+6z-17=0`",
        ),
        ("x = 1e3.5", "character 5: `1e3.5` is not a number"),
        (
            "2x 3y = 0",
            "character 4: expected `+`, `-` or `=`, found `3`",
        ),
        ("xy = 0", "character 2: expected `+`, `-` or `=`, found `y`"),
        (
            "2* = x",
            "character 4: expected a number or a coordinate, found `=`",
        ),
        (
            "*x = 1",
            "character 1: expected a number or a coordinate, found `*`",
        ),
        ("x = .", "character 5: `.` is not a number"),
        ("x = 1.2.3", "character 5: `1.2.3` is not a number"),
        (
            "w = 1",
            "character 1: `w` is not a coordinate; they are x, y and z, e.g. `2x+3y+6z-17=0`",
        ),
        (
            "x = 2e",
            "character 6: `e` is not a coordinate; they are x, y and z, e.g. `2x+3y+6z-17=0`",
        ),
        (
            "x = 1e999",
            "character 5: the number is too large for a 64-bit float",
        ),
        (
            "1e308x + 1e308x = 0",
            "the terms in x add up to more than a 64-bit float holds",
        ),
        (
            "x = 1e308 + 1e308",
            "the numbers add up to more than a 64-bit float holds",
        ),
        (
            "x=x+1",
            "no coordinate is left; an equation such as `x=x+1` does not describe a plane",
        ),
        (
            "1 = 2",
            "no coordinate is left; an equation such as `x=x+1` does not describe a plane",
        ),
    ];
    for (text, message) in messages {
        assert_eq!(
            parsed(text).map_err(|error| error.to_string()),
            Err(message.into()),
            "{text}"
        );
    }
    assert_eq!(
        "z = 1"
            .parse::<Plane<2>>()
            .map_err(|error| error.to_string()),
        Err("character 1: `z` is not a coordinate; in 2D they are x and y, e.g. `2x+3y=17`".into())
    );
    assert_eq!(
        "y".parse::<Plane<2>>().map_err(|error| error.to_string()),
        Err("character 2: expected `=`; a plane is an equation, e.g. `y=1.2`".into())
    );
}

#[test]
fn planes_are_printed_as_people_write_them() {
    let texts = [
        ("z=1.2", "z = 1.2"),
        ("1.2=z", "-z + 1.2 = 0"),
        ("0=z", "-z = 0"),
        ("z=0", "z = 0"),
        ("y=-1", "y = -1"),
        ("2z=1", "2z - 1 = 0"),
        ("x=y", "x - y = 0"),
        ("-2x+y-0.5z=-1", "-2x + y - 0.5z + 1 = 0"),
        ("17=2x+3y+6z", "-2x - 3y - 6z + 17 = 0"),
        ("1e300x = 1e-300y", "1e300x - 1e-300y = 0"),
        ("1000000x = 0", "1000000x = 0"),
    ];
    for (text, printed) in texts {
        assert_eq!(
            text.parse::<Plane>().map(|plane| plane.to_string()),
            Ok(printed.into())
        );
    }
    let zeros = Plane::new([-0.0, 0.0, 1.0], -0.0).expect("a plane");
    assert_eq!(zeros.to_string(), "z = 0");
}

#[test]
fn the_front_is_where_left_minus_right_is_positive() {
    let down: Plane = "1.2 = z".parse().expect("a plane");
    let printed: Plane = down.to_string().parse().expect("a plane");
    for plane in [down, printed] {
        assert_eq!(plane.side(&[0.0, 0.0, 1.0]), Side::Front);
        assert_eq!(plane.side(&[0.0, 0.0, 1.3]), Side::Back);
    }
}
