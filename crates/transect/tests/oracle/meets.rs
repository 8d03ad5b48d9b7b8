//! Compares the intersections of a plane with lines, rays and segments, and projections of points, with an oracle: an
//! independent, exact computation.

use std::cmp::Ordering;

use transect::{Line, LineMeeting, Ray, RayMeeting, Segment, SegmentMeeting, Side};

use crate::families::{Case, Family};
use crate::oracle::number::{Exact, dot, exact, is_near, is_nearest, value};
use crate::oracle::questions::{agree, any_width, plane};
use crate::random::Random;

pub(crate) fn line<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let Some(line) = line_of(&case, random) else {
        return Ok(());
    };
    let (side, toward) = (truth(&case, &line).0, truth(&case, &line).1);
    match plane(&case).meet(&line) {
        LineMeeting::Within => agree((Side::On, Side::On), (toward, side), &(case, line)),
        LineMeeting::Apart { side: answer } => {
            agree((Side::On, answer), (toward, side), &(case, line))?;
            agree(side != Side::On, true, &(case, line))
        }
        LineMeeting::Point {
            t,
            point,
            toward: answer,
        } => {
            agree(answer, toward, &(case, line))?;
            agree(toward != Side::On, true, &(case, line))?;
            agree(t == 0.0, side == Side::On, &(case, line))?;
            agree(
                is_crossing(&case, &line, t, &point),
                true,
                &(case, line, t, point),
            )
        }
    }
}

pub(crate) fn ray<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let Some(line) = line_of(&case, random) else {
        return Ok(());
    };
    let ray = Ray::new(line.origin(), line.direction()).expect("a line is a ray");
    let (side, toward) = truth(&case, &line);
    let answer = plane(&case).meet(&ray);
    agree(answer.start(), side, &(case, ray))?;
    let reaches = side == Side::On || toward == -side;
    match answer {
        RayMeeting::Within => agree((Side::On, Side::On), (toward, side), &(case, ray)),
        RayMeeting::Apart { is_parallel, .. } => agree(
            (is_parallel, false),
            (toward == Side::On, reaches),
            &(case, ray),
        ),
        RayMeeting::Point {
            t,
            point,
            toward: answer,
            ..
        } => {
            agree(
                (answer, true),
                (toward, reaches && toward != Side::On),
                &(case, ray),
            )?;
            agree(
                t.total_cmp(&0.0),
                if side == Side::On {
                    Ordering::Equal
                } else {
                    Ordering::Greater
                },
                &(case, ray),
            )?;
            agree(
                is_crossing(&case, &line, t, &point),
                true,
                &(case, ray, t, point),
            )
        }
    }
}

pub(crate) fn segment<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let [start, mut end, _] = case.points;
    if random.one_in(16) {
        end = start;
    }
    let (normal, offset) = (exact(&case.normal), Exact::of(case.offset));
    let values = [start, end].map(|end| value(&normal, &offset, &exact(&end)));
    let sides = values.each_ref().map(|value| Side::from(value.sign()));
    let answer = plane(&case).meet(&Segment::new(start, end).expect("finite points"));
    agree(answer.ends(), sides, &case)?;
    let [from, to] = &values;
    match answer {
        SegmentMeeting::Within => agree(sides, [Side::On; 2], &case),
        SegmentMeeting::Apart { is_parallel, .. } => agree(
            (sides[0], is_parallel),
            (sides[1], (from - to).is_zero()),
            &case,
        ),
        SegmentMeeting::Point { t, point, .. } => {
            agree(sides[0] != sides[1], true, &case)?;
            let ends = [t == 0.0, t == 1.0];
            agree(ends, sides.map(|side| side == Side::On), &(t, case))?;
            agree((0.0..=1.0).contains(&t), true, &(t, case))?;
            if ends[0] || ends[1] {
                return agree(point, if ends[0] { start } else { end }, &case);
            }
            let rise = from - to;
            let near = is_near(t, from, &rise, &from.abs(), &Exact::power_of_two(-48))
                || t == 1.0_f64.next_down();
            agree(near, true, &(t, case))?;
            for axis in 0..D {
                let (low, high) = (start[axis].min(end[axis]), start[axis].max(end[axis]));
                agree((low..=high).contains(&point[axis]), true, &(point, case))?;
                let [a, b] = [start, end].map(|end| Exact::of(end[axis]));
                let coordinate = &(&b * from) - &(&a * to);
                let magnitude = &Exact::of(low.abs().max(high.abs())) * &rise;
                let near = is_near(
                    point[axis],
                    &coordinate,
                    &rise,
                    &magnitude.abs(),
                    &Exact::power_of_two(-47),
                );
                agree(near, true, &(t, point, case))?;
            }
            Ok(())
        }
    }
}

/// Checks the projection of a point onto a plane, and the mirror image of the point.
pub(crate) fn foot<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let point = case.points[0];
    let (normal, offset) = (exact(&case.normal), Exact::of(case.offset));
    let value = value(&normal, &offset, &exact(&point));
    let squared = dot(&normal, &normal);
    let plane = plane(&case);
    for (image, factor) in [(plane.project(&point), 1.0), (plane.mirror(&point), 2.0)] {
        for axis in 0..D {
            let coordinate = &Exact::of(point[axis]) * &squared;
            let step = &(&value * &normal[axis]) * &Exact::of(factor);
            let end = &coordinate - &step;
            let magnitude = if coordinate.abs().at_most(&end.abs()) {
                end.abs()
            } else {
                coordinate.abs()
            };
            let bound = Exact::power_of_two(-48);
            let near = is_near(image[axis], &end, &squared, &magnitude, &bound);
            agree(near, true, &(image, factor, case))?;
        }
    }
    let closest = plane.closest_to_origin();
    for axis in 0..D {
        let numerator = -&(&offset * &normal[axis]);
        let near = is_nearest(closest[axis], &numerator, &squared);
        agree(near, true, &(closest, case))?;
    }
    Ok(())
}

/// Returns a line made from a test case. The line goes through two points of the case, or in an arbitrary direction, or
/// it is parallel or nearly parallel to the plane.
pub(crate) fn line_of<const D: usize>(case: &Case<D>, random: &mut Random) -> Option<Line<D>> {
    let [origin, other, _] = case.points;
    let mut direction: [f64; D] = match random.below(4) {
        0 => return Line::through([origin, other]).ok(),
        1 => other,
        _ => {
            // The direction is made exactly perpendicular to the normal.
            let axis = random.below(D as u64) as usize;
            let next = (axis + 1) % D;
            let mut along = [0.0; D];
            (along[axis], along[next]) = (case.normal[next], -case.normal[axis]);
            along
        }
    };
    if random.one_in(4) {
        let axis = random.below(D as u64) as usize;
        direction[axis] = direction[axis].next_up();
    }
    Line::new(origin, direction).ok()
}

fn truth<const D: usize>(case: &Case<D>, line: &Line<D>) -> (Side, Side) {
    let (normal, offset) = (exact(&case.normal), Exact::of(case.offset));
    let value = value(&normal, &offset, &exact(&line.origin()));
    let growth = dot(&normal, &exact(&line.direction()));
    (Side::from(value.sign()), Side::from(growth.sign()))
}

/// Returns `true` if t and the crossing are accurate enough. The relative error of t is at most 2⁻⁴⁸. The error of a
/// coordinate is at most 2⁻⁴⁸ of the sum of |origin| and |t·direction| on that axis.
fn is_crossing<const D: usize>(case: &Case<D>, line: &Line<D>, t: f64, point: &[f64; D]) -> bool {
    let (normal, offset) = (exact(&case.normal), Exact::of(case.offset));
    let value = value(&normal, &offset, &exact(&line.origin()));
    let growth = dot(&normal, &exact(&line.direction()));
    let bound = Exact::power_of_two(-48);
    is_near(t, &-&value, &growth, &value.abs(), &bound)
        && (0..D).all(|axis| {
            let start = &Exact::of(line.origin()[axis]) * &growth;
            let step = &Exact::of(line.direction()[axis]) * &value;
            let magnitude = &start.abs() + &step.abs();
            is_near(point[axis], &(&start - &step), &growth, &magnitude, &bound)
        })
}
