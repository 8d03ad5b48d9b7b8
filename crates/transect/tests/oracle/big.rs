//! Compares the oracle of these tests and the library's exact sums with the big integers and rationals of another
//! library (dashu).

use std::cmp::Ordering;

use dashu_base::{Abs, BitTest};
use dashu_int::{IBig, UBig};
use dashu_ratio::{RBig, Relaxed};
use transect::predicates::Dyadic;
use transect::{Plane, Side};

use crate::families::{FAMILIES, Width};
use crate::oracle::exact::{is_nearest, sign};
use crate::oracle::questions::{normal_terms, terms};
use crate::random::{Random, power_of_two};

/// The number of fractional bits of a sum of products: the product of two floats is an integer times 2⁻²¹⁴⁸.
const FRACTION: usize = 2 * 1074;

/// Returns value·2^1074, which is an integer for every float.
fn integer(value: f64) -> IBig {
    let bits = value.abs().to_bits();
    let (mantissa, shift) = match bits >> 52 {
        0 => (bits, 0),
        exponent => (bits % (1 << 52) + (1 << 52), exponent as usize - 1),
    };
    let magnitude = IBig::from(mantissa) << shift;
    if value < 0.0 { -magnitude } else { magnitude }
}

/// Returns the sum of products Σ a·b·2^2148, which is an integer.
fn sum(terms: &[(f64, f64)]) -> IBig {
    terms.iter().map(|&(a, b)| integer(a) * integer(b)).sum()
}

fn side(value: &IBig) -> Side {
    Side::from(value.cmp(&IBig::ZERO))
}

fn bit_length(value: &IBig) -> i32 {
    let magnitude: UBig = value.clone().abs().try_into().expect("an absolute value");
    i32::try_from(magnitude.bit_len()).expect("a few thousand bits")
}

/// Returns value·2^power, rounded to the nearest float.
fn float(value: &IBig, power: i32) -> f64 {
    let (numerator, denominator) = if power < 0 {
        (value.clone(), UBig::ONE << -power as usize)
    } else {
        (value << power as usize, UBig::ONE)
    };
    Relaxed::from_parts(numerator, denominator).to_f64().value()
}

fn products(random: &mut Random) -> Vec<(f64, f64)> {
    let spread = random.pick(&[0, 5, 60, 400, 1000]);
    let mut number = || match random.below(8) {
        0 => random.any_finite(),
        1 => random.power_of_two(-1074, 1023),
        2 => random.integer(3),
        _ => random.unit() * random.power_of_two(-spread, spread),
    };
    let mut terms: Vec<_> = (0..4).map(|_| (number(), number())).collect();
    match random.below(6) {
        0 => terms.push((-terms[0].0, terms[0].1)),
        1 => terms.extend([(-terms[0].0, terms[0].1), (-terms[1].1, terms[1].0)]),
        2 => terms.truncate(1),
        // With these two terms, the sum is often exactly or almost halfway between two floats.
        3 => terms.extend([
            (terms[0].0, power_of_two(-53)),
            (terms[0].0, random.integer(1) * 1e-300),
        ]),
        _ => {}
    }
    terms
}

#[test]
fn integers_are_those_of_rationals() {
    let mut random = Random::new(1);
    for _ in 0..1000 {
        let value = random.any_finite();
        let exact = RBig::try_from(value).expect("finite");
        assert_eq!(
            exact,
            RBig::from_parts(integer(value), UBig::ONE << 1074),
            "{value:e}"
        );
    }
}

#[test]
fn oracle_signs_are_those_of_big_integers() {
    for family in FAMILIES {
        let mut random = Random::new(!(family as u64));
        for _ in 0..5_000 {
            let width = random.pick(&[Width::Single, Width::Double]);
            let case = family.case::<3>(width, &mut random);
            for point in &case.points {
                let terms = terms(&case, point);
                assert_eq!(sign(&terms), sum(&terms).cmp(&IBig::ZERO), "{terms:?}");
            }
        }
    }
    let mut random = Random::new(2);
    for _ in 0..100_000 {
        let terms = products(&mut random);
        assert_eq!(sign(&terms), sum(&terms).cmp(&IBig::ZERO), "{terms:?}");
    }
}

#[test]
fn sums_of_products_are_exact_and_rounded_once() {
    let mut random = Random::new(3);
    for _ in 0..100_000 {
        let terms = products(&mut random);
        let (dyadic, truth) = (
            Dyadic::<136>::sum_of_products(terms.iter().copied()),
            sum(&terms),
        );
        assert_eq!(dyadic.clone().side(), side(&truth), "{terms:?}");
        assert_eq!(dyadic.to_f64(), float(&truth, -2148), "{terms:?}");
        let power = random.integer(2200) as i32;
        assert_eq!(
            dyadic.to_f64_scaled(power),
            float(&truth, power - 2148),
            "{terms:?} {power}"
        );
        let bits = (truth != IBig::ZERO).then(|| bit_length(&truth) - 2149);
        assert_eq!(dyadic.exponent(), bits, "{terms:?}");
        if dyadic.to_f64().is_finite() {
            assert!(is_nearest(dyadic.to_f64(), &terms), "{terms:?}");
        }
    }
}

/// Each coefficient of the plane through three points is rounded once. For extreme numbers, all coefficients are first
/// divided by the same power of two.
#[test]
fn planes_through_points_are_rounded_once() {
    for family in FAMILIES {
        let mut random = Random::new(100 + family as u64);
        for _ in 0..2_000 {
            let width = random.pick(&[Width::Single, Width::Double]);
            let points = family.case::<3>(width, &mut random).points;
            let exact: [IBig; 3] = std::array::from_fn(|axis| sum(&normal_terms(&points, axis)));
            let largest = exact.iter().map(bit_length).max().unwrap_or(0) - 2149;
            let Ok(plane) = Plane::through(points) else {
                assert!(
                    exact.iter().all(|coefficient| *coefficient == IBig::ZERO),
                    "{points:?}"
                );
                continue;
            };
            let rounded = |power: i32| exact.each_ref().map(|exact| float(exact, power - 2148));
            let scaled = plane.normal() == rounded(-largest - 4);
            let plain = largest.abs() < 500 && plane.normal() == rounded(0);
            assert!(scaled || plain, "{points:?} {plane:?} {largest}");
        }
    }
}

/// Tests the exact addition of two sums of products, and the exact product of two such sums, of degree 4 in the floats.
/// Also tests the addition of such a product and sums of degree 2.
#[test]
fn sums_and_products_of_sums_are_exact() {
    let mut random = Random::new(4);
    for _ in 0..20_000 {
        let terms = [0; 3].map(|_| products(&mut random));
        let [mut a, b, c] = terms
            .each_ref()
            .map(|terms| Dyadic::<136>::sum_of_products(terms.iter().copied()));
        let [mut x, y, z] = terms.each_ref().map(|terms| sum(terms));
        a.add(&b);
        x += &y;
        assert_eq!(a.to_f64(), float(&x, -2148), "{terms:?}");
        let (mut product, mut truth) = (a.multiply::<136, 267>(&c), x * z);
        let power = -2 * 2148 + random.integer(2500) as i32;
        assert_eq!(
            product.to_f64_scaled(power + 2 * 2148),
            float(&truth, power),
            "{terms:?}"
        );
        // A sum of products of two floats and one of products of four floats have different numbers of fractional bits.
        // They must still be added exactly.
        product.add(&b);
        product.add_product(terms[0][0].0, terms[0][0].1);
        truth += (y + sum(&terms[0][..1])) << FRACTION;
        assert_eq!(
            product.to_f64_scaled(power + 2 * 2148),
            float(&truth, power),
            "{terms:?}"
        );
        assert_eq!(product.side(), side(&truth), "{terms:?}");
    }
}

/// Exact sums are kept in digits with spare bits. From time to time, carries are moved to the next digit (settled).
/// This test makes more additions than the spare bits allow without settling.
#[test]
fn carries_are_settled_in_time() {
    for (a, b) in [
        (f64::MAX, f64::MAX),
        (f64::MAX, -f64::from_bits(1)),
        (-1.0, 1.0),
    ] {
        let mut dyadic = Dyadic::<136>::new();
        let mut doubled = Dyadic::<136>::new();
        for _ in 0..150_000 {
            dyadic.add_product(a, b);
        }
        let mut truth = integer(a) * integer(b) * 150_000;
        assert_eq!(dyadic.to_f64_scaled(-500), float(&truth, -2148 - 500));
        for _ in 0..70_000 {
            doubled.add(&dyadic);
        }
        truth *= 70_000;
        assert_eq!(doubled.to_f64_scaled(-500), float(&truth, -2148 - 500));
        assert_eq!(doubled.side(), side(&truth));
    }
}

/// Makes so many additions that even 64-bit digits would overflow if carries were never moved to the next digit
/// (settled).
#[test]
#[ignore = "takes a minute; `cargo xtask mutations` runs it"]
fn carries_are_settled_at_all() {
    let additions = (1_u64 << 31) + (1 << 20);
    let mut dyadic = Dyadic::<136>::new();
    for _ in 0..additions {
        dyadic.add_product(f64::MAX, f64::MAX);
    }
    let truth = integer(f64::MAX) * integer(f64::MAX) * additions;
    assert_eq!(dyadic.to_f64_scaled(-500), float(&truth, -2148 - 500));
    assert_eq!(dyadic.side(), Side::Front);
}

/// The two largest products cancel. The third product is a single unit in the last digit, which decides the sign after
/// a borrow across all digits.
#[test]
fn a_carry_runs_through_all_digits() {
    let smallest = f64::from_bits(1);
    let mut dyadic = Dyadic::<136>::new();
    dyadic.add_product(f64::MAX, f64::MAX);
    dyadic.add_product(smallest, -smallest);
    dyadic.add_product(-f64::MAX, f64::MAX);
    assert_eq!(dyadic.clone().side(), Side::Back);
    dyadic.add_product(smallest, smallest);
    assert_eq!(dyadic.side(), Side::On);
}

#[test]
fn the_oracle_knows_the_nearest_float() {
    assert!(
        is_nearest(1.0, &[(1.0, 1.0), (power_of_two(-53), 1.0)]),
        "a tie goes to even"
    );
    assert!(!is_nearest(1.0, &[(1.0, 1.0), (power_of_two(-53), 1.1)]));
    assert!(is_nearest(0.0, &[(f64::from_bits(1), 0.5)]));
    assert!(!is_nearest(
        1.0_f64.next_up(),
        &[(1.0, 1.0), (power_of_two(-53), 1.0)]
    ));
    assert_eq!(sign(&[]), Ordering::Equal);
}

#[test]
fn powers_beyond_all_floats_round_to_zero_and_infinity() {
    let one = Dyadic::<136>::sum_of_products([(-1.0, 1.0)]);
    assert_eq!(one.to_f64_scaled(i32::MIN), 0.0);
    assert_eq!(one.to_f64_scaled(i32::MAX), f64::NEG_INFINITY);
}
