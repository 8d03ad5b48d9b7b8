//! The distance of a vertex of a part from the crossing of an edge.

use transect::Cutter;
use transect_exact::arrays::Few as _;
use transect_exact::crossing::Affine;
use transect_exact::double_double::DoubleDouble;
use transect_exact::number::Number;
use transect_exact::polynomial::digits;
use transect_exact::unit::U;
use transect_exact::{Dyadic, Side};

use crate::mesh::certificate::written_part::WrittenPart;

/// The distance of a vertex of a part from the crossing of an edge.
pub(super) enum Off {
    /// Rounding explains the distance.
    Explained,
    /// Rounding does not explain the distance. The value is the distance along the axis on which it is largest.
    Unexplained(f64),
}

/// Decides exactly whether rounding explains the distance between a vertex of a part, whose position in the file is `local`,
/// and the crossing of an edge. The
/// edge runs from a point strictly in front to a point strictly behind.
///
/// Let v(x) = n·x + d be the cutter's value at a point x, W the vertex, a and b the ends of the edge, and p the exact
/// crossing. Then p − W = E/D, where E = v(a)·(b − W) − v(b)·(a − W) and D = v(a) − v(b) > 0. Let s and t be twice the
/// largest distances below and above W that rounding explains on an axis. Rounding explains the distance if p − W is
/// between −s/2 and t/2. This is so exactly if 2E + s·D ≥ 0 and 2E − t·D ≤ 0. These polynomials have degree 3, or 4 for
/// a plane stored as its points. Floats decide most signs, then double-doubles, and integers decide the others.
pub(super) fn off_crossing(
    cutter: &impl Cutter,
    [a, b]: [&[f64; 3]; 2],
    written: &WrittenPart<'_>,
    local: &[f64; 3],
    tolerance: f64,
) -> Off {
    let values: [DoubleDouble; 2] = [cutter.at(a), cutter.at(b)];
    let rounded = values.each(|value| value.high);
    let are_accurate = values
        .iter()
        .all(|value| value.low.abs() + value.error <= 2.0 * U * value.high.abs());
    let mut farthest = None;
    for axis in 0..3 {
        let question = Question {
            ends: [a[axis], b[axis]],
            place: [written.origin[axis], local[axis]],
            doubled_slack: written.doubled_slack(axis, local[axis], tolerance),
        };
        if are_accurate && question.is_surely_within(rounded) {
            continue;
        }
        let [below, above, distance] = question.ask(&values);
        let is_within = match (below.sign(), above.sign()) {
            (Some(below), Some(above)) => is_between(below, above, Side::Front),
            _ => exactly(cutter, [a, b], &question),
        };
        if !is_within {
            let size = (distance.high / (values[0].high - values[1].high)).abs();
            farthest = Some(farthest.map_or(size, |other: f64| other.max(size)));
        }
    }
    farthest.map_or(Off::Explained, Off::Unexplained)
}

/// The data of one axis: the coordinates of the edge's ends, the file's origin and the vertex's coordinate in the file,
/// and twice the distances that rounding explains.
struct Question {
    ends: [f64; 2],
    place: [f64; 2],
    doubled_slack: [f64; 2],
}

impl Question {
    /// Returns the values 2E + s·D, 2E − t·D and E on one axis; [`off_crossing`] defines these symbols.
    fn ask<N: Number>(&self, [value_a, value_b]: &[N; 2]) -> [N; 3] {
        let [origin, local] = self.place.each(N::of);
        let from_place = |end: f64| N::of(end).minus(&origin).minus(&local);
        let [a, b] = self.ends.each(from_place);
        let distance = value_a.times(&b).minus(&value_b.times(&a));
        let divisor = value_a.minus(value_b);
        let [below, above] = self
            .doubled_slack
            .each(|slack| N::of(slack).times(&divisor));
        let doubled = distance.plus(&distance);
        [doubled.plus(&below), doubled.minus(&above), distance]
    }

    /// Returns `true` if floats prove that the exact crossing is within the distances that rounding explains. `values` are
    /// v(a) > 0 and v(b) < 0 with relative errors of at most 2u, where u = 2⁻⁵³.
    ///
    /// With A = a − W and B = b − W, the magnitude of the terms of E is m = v(a)·|B| − v(b)·|A|. The relative errors are 2u
    /// of each value, u of each product and of their sum. Each difference adds at most u times itself, and, if the file's
    /// origin is not 0, u times the distance of the end from the origin, which m then includes. So the error of 2E is below
    /// 12u·m. That of s·D is below 5u·s·D, and the last sum adds u times itself.
    fn is_surely_within(&self, [value_a, value_b]: [f64; 2]) -> bool {
        let [origin, local] = self.place;
        let [from_origin_a, from_origin_b] = self.ends.each(|end| end - origin);
        let [a, b] = [from_origin_a - local, from_origin_b - local];
        let moved = f64::from(u8::from(origin != 0.0));
        let [reach_a, reach_b] = [
            a.abs() + moved * from_origin_a.abs(),
            b.abs() + moved * from_origin_b.abs(),
        ];
        let doubled = 2.0 * (value_a * b - value_b * a);
        let magnitude = value_a * reach_b - value_b * reach_a;
        let divisor = value_a - value_b;
        let [below, above] = self.doubled_slack.each(|slack| slack * divisor);
        let error = 16.0 * U * magnitude + 8.0 * U * below.max(above) + f64::MIN_POSITIVE;
        (doubled + below > error) & (above - doubled > error) & (error < f64::INFINITY)
    }
}

fn is_between(below: Side, above: Side, divisor: Side) -> bool {
    below.times(divisor) != Side::Back && above.times(divisor) != Side::Front
}

/// The number of 32-bit digits of the integers that hold the polynomials 2E + s·D and 2E − t·D of [`off_crossing`]
/// exactly.
const DIGITS: usize = digits(4);

#[cold]
#[inline(never)]
fn exactly(form: &impl Affine, [a, b]: [&[f64; 3]; 2], question: &Question) -> bool {
    let values: [Dyadic<DIGITS>; 2] = [form.at(a), form.at(b)];
    let divisor = values[0].minus(&values[1]).side();
    let [below, above, _] = question.ask(&values);
    is_between(below.side(), above.side(), divisor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use transect::Plane;
    use transect_exact::SplitMix64;
    use transect_exact::crossing::crossing;

    #[test]
    fn floats_prove_only_what_integers_decide() {
        let mut random = SplitMix64::new(7);
        let [mut proved, mut outside, mut open] = [0; 3];
        for trial in 0..40_000 {
            let size = [1.0, 1000.0][trial % 2];
            let mut point =
                |size: f64| [(); 3].map(|()| (random.below(2001) as f64 - 1000.0) * size);
            let middle = point(0.001 * size);
            let normal = [0.1, -0.7, 0.3];
            let offset: f64 = normal.iter().zip(&middle).map(|(n, c)| n * c).sum();
            let plane = Plane::new(normal, -offset).expect("a plane");
            let length = if trial % 3 == 0 { 0.001 * size } else { 1e-6 };
            let [a, b] = [(); 2].map(|()| {
                let way = point(length);
                [0, 1, 2].map(|axis: usize| middle[axis] + way[axis])
            });
            let form = &plane;
            let [front, back] = match [&a, &b].each(|point| form.side(point)) {
                [Side::Front, Side::Back] => [&a, &b],
                [Side::Back, Side::Front] => [&b, &a],
                _ => continue,
            };
            let place = crossing(form, front, back);
            for axis in 0..3 {
                // The question is near its limit: twice the slack is nearly twice the distance.
                let ulp = place[axis].next_up() - place[axis];
                let [below, above] =
                    [random.below(9), random.below(9)].each(|n| n as f64 * 0.25 * ulp);
                let question = Question {
                    ends: [front[axis], back[axis]],
                    place: [0.0, place[axis]],
                    doubled_slack: [below, above],
                };
                let values: [DoubleDouble; 2] = [form.at(front), form.at(back)];
                let is_within = exactly(form, [front, back], &question);
                let is_proved = question.is_surely_within(values.each(|value| value.high));
                assert!(
                    is_within || !is_proved,
                    "{front:?} {back:?} {axis} {below} {above}"
                );
                proved += usize::from(is_proved);
                outside += usize::from(!is_within);
                open += usize::from(is_within && !is_proved);
            }
        }
        assert!(
            proved > 10_000 && outside > 10_000 && open > 100,
            "{proved} {outside} {open}"
        );
    }
}
