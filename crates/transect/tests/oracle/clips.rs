//! Compares the parts of split shapes with an oracle, an independent exact computation: the corners of each part, and
//! the points where edges cross the plane.

use std::collections::BTreeMap;

use transect::{
    Clip, ConvexPolygon, ConvexPolyhedron, Line, LinePart, Plane, Ray, Segment, SegmentMeeting,
    ShapeSplit, Side, Triangle,
};

use crate::families::{Case, Family};
use crate::oracle::exact::sign;
use crate::oracle::questions::{agree, any_width, plane, terms};
use crate::random::Random;

fn side<const D: usize>(case: &Case<D>, point: &[f64; D]) -> Side {
    Side::from(sign(&terms(case, point)))
}

/// Returns the crossing of an edge and a plane, as the library computes it. The tests of `meets.rs` compare such
/// crossings with the oracle.
fn crossing<const D: usize>(plane: &Plane<D>, ends: [[f64; D]; 2]) -> [f64; D] {
    match plane.meet(&Segment::new(ends[0], ends[1]).expect("finite points")) {
        SegmentMeeting::Point { point, .. } => point,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn segment<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let [a, b, _] = case.points;
    let (plane, sides) = (plane(&case), [side(&case, &a), side(&case, &b)]);
    let truth = match sides {
        [Side::On, Side::On] => ShapeSplit::Within,
        [Side::On, side] => ShapeSplit::Whole {
            side,
            touching: Some(a),
        },
        [side, Side::On] => ShapeSplit::Whole {
            side,
            touching: Some(b),
        },
        [side, other] if side == other => ShapeSplit::Whole {
            side,
            touching: None,
        },
        [side, _] => {
            let cut = crossing(&plane, [a, b]);
            let (near, far) = (
                Segment::new(a, cut).expect("finite points"),
                Segment::new(cut, b).expect("finite points"),
            );
            let is_front = side == Side::Front;
            ShapeSplit::Halves {
                front: if is_front { near } else { far },
                back: if is_front { far } else { near },
                section: cut,
            }
        }
    };
    agree(
        plane.split(&Segment::new(a, b).expect("finite points")),
        truth,
        &case,
    )?;
    // The crossing must be the same, bit for bit, if the ends are exchanged and the plane is flipped.
    let mirrored = plane
        .flipped()
        .split(&Segment::new(b, a).expect("finite points"));
    let cut = |split| match split {
        ShapeSplit::Halves { section: cut, .. } => Some(cut),
        _ => None,
    };
    let bits = |split| cut(split).map(|cut: [f64; D]| cut.map(f64::to_bits));
    agree(
        bits(plane.split(&Segment::new(a, b).expect("finite points"))),
        bits(mirrored),
        &case,
    )
}

pub(crate) fn ray<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let [origin, direction, _] = case.points;
    let (Ok(ray), Ok(line)) = (Ray::new(origin, direction), Line::new(origin, direction)) else {
        return Ok(());
    };
    let plane = plane(&case);
    let start = side(&case, &origin);
    let along: Vec<_> = case.normal.into_iter().zip(direction).collect();
    let toward = Side::from(sign(&along));
    // `of_line` lists the sides of the plane on which a part of the line lies, and `of_ray` those on which a part of
    // the ray lies.
    let of_line = if toward == Side::On {
        vec![start]
    } else {
        vec![Side::Back, Side::Front]
    };
    let mut of_ray = vec![start, toward];
    if toward == Side::On {
        of_ray = vec![start];
    } else if start == Side::On {
        of_ray = vec![toward];
    }
    of_ray.sort();
    of_ray.dedup();
    agree(sides_of(&plane.split(&line)), of_line, &case)?;
    agree(sides_of(&plane.split(&ray)), of_ray, &case)?;
    if let ShapeSplit::Whole { touching, .. } = plane.split(&ray) {
        let is_touching = start == Side::On;
        agree(touching, is_touching.then_some(origin), &case)?;
    }
    if let ShapeSplit::Halves {
        front,
        back,
        section: cut,
    } = plane.split(&ray)
    {
        let (near, far) = if start == Side::Front {
            (front, back)
        } else {
            (back, front)
        };
        agree(
            near,
            LinePart::Segment(Segment::new(origin, cut).expect("finite points")),
            &case,
        )?;
        let beyond = Ray::new(cut, direction).map_err(|error| error.to_string())?;
        agree(far, LinePart::Ray(beyond), &case)?;
    }
    if let ShapeSplit::Halves {
        front,
        back,
        section: cut,
    } = plane.split(&line)
    {
        let there = Ray::new(cut, direction).map_err(|error| error.to_string())?;
        let back_again = direction.map(|c| 0.0 - c);
        let back_again = Ray::new(cut, back_again).map_err(|error| error.to_string())?;
        let expected = [there, back_again].map(LinePart::Ray);
        let parts = if toward == Side::Front {
            [front, back]
        } else {
            [back, front]
        };
        agree(parts, expected, &case)?;
    }
    Ok(())
}

fn sides_of<Part, Cut>(split: &ShapeSplit<Part, Cut>) -> Vec<Side> {
    match split {
        ShapeSplit::Within => vec![Side::On],
        ShapeSplit::Whole { side, .. } => vec![*side],
        ShapeSplit::Halves { .. } => vec![Side::Back, Side::Front],
    }
}

/// Returns the expected parts of a polygon. All corners and crossings are listed in order, each with its side. A part
/// consists of the points in this list that are on its side or on the plane.
fn expected<const D: usize>(
    case: &Case<D>,
    corners: &[[f64; D]],
) -> ShapeSplit<Vec<[f64; D]>, Vec<[f64; D]>> {
    let mut all = Vec::new();
    for (index, corner) in corners.iter().enumerate() {
        let next = corners[(index + 1) % corners.len()];
        let sides = [side(case, corner), side(case, &next)];
        all.push((*corner, sides[0]));
        if sides[0] != Side::On && sides[0] == -sides[1] {
            all.push((crossing(&plane(case), [*corner, next]), Side::On));
        }
    }
    let on = |keep: &dyn Fn(Side) -> bool| -> Vec<[f64; D]> {
        let kept = all.iter().filter(|(_, side)| keep(*side));
        kept.map(|(point, _)| *point).collect()
    };
    let cut = on(&|side| side == Side::On);
    let has = |side: Side| all.iter().any(|(_, other)| *other == side);
    match (has(Side::Front), has(Side::Back)) {
        (false, false) => ShapeSplit::Within,
        (true, true) => ShapeSplit::Halves {
            front: on(&|side| side != Side::Back),
            back: on(&|side| side != Side::Front),
            section: cut,
        },
        (is_front, _) => ShapeSplit::Whole {
            side: if is_front { Side::Front } else { Side::Back },
            touching: if cut.is_empty() { None } else { Some(cut) },
        },
    }
}

pub(crate) fn polygon<const D: usize>(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<D>(family, random);
    let triangle = Triangle::new(case.points).expect("finite points");
    let truth = expected(&case, &case.points);
    agree(plane(&case).split(&triangle), truth, &case)?;
    let mut corners = case.points.to_vec();
    corners.extend(any_width::<D>(family, random).points);
    corners.truncate(3 + random.below(3) as usize);
    let Ok(polygon) = ConvexPolygon::new(corners) else {
        return Ok(());
    };
    let truth = expected(&case, polygon.corners());
    let clipped = match &truth {
        ShapeSplit::Whole {
            side: Side::Front, ..
        } => Some(polygon.whole()),
        ShapeSplit::Halves { front, .. } => Some(front.clone()),
        _ => None,
    };
    agree(plane(&case).split(&polygon), truth, &(&case, &polygon))?;
    agree(plane(&case).clip(&polygon), clipped, &(&case, &polygon))
}

/// Returns the points of a test case, together with either the other corners of its box or some points of another case.
fn points(case: &Case<3>, family: Family, random: &mut Random) -> Vec<[f64; 3]> {
    let [a, b, c] = case.points;
    let mut points = vec![a, b, c];
    if random.one_in(8) {
        points.extend([[a[0], b[1], a[2]], [b[0], a[1], a[2]], [a[0], a[1], b[2]]]);
        points.extend([[b[0], b[1], a[2]], [b[0], a[1], b[2]], [a[0], b[1], b[2]]]);
        points.remove(2);
    } else {
        points.extend(any_width::<3>(family, random).points);
        points.truncate(4 + random.below(2) as usize);
    }
    points
}

pub(crate) fn polyhedron(family: Family, random: &mut Random) -> Result<(), String> {
    let case = any_width::<3>(family, random);
    let Ok(whole) = ConvexPolyhedron::hull_of(&points(&case, family, random)) else {
        return Ok(());
    };
    let plane = plane(&case);
    let sides: Vec<Side> = whole.vertices().iter().map(|v| side(&case, v)).collect();
    let on = |wanted: Side| {
        let all = whole.vertices().iter().zip(&sides);
        all.filter(move |(_, side)| **side == wanted)
            .map(|(point, _)| *point)
    };
    let mut cut: Vec<[f64; 3]> = on(Side::On).collect();
    for [from, to] in edges(&whole)?.into_keys() {
        if from < to && sides[from] != Side::On && sides[from] == -sides[to] {
            cut.push(crossing(
                &plane,
                [whole.vertices()[from], whole.vertices()[to]],
            ));
        }
    }
    match plane.split(&whole) {
        ShapeSplit::Within => agree(true, false, &(&case, &whole)),
        ShapeSplit::Whole { side, touching } => {
            let others = on(-side).count();
            agree(others, 0, &(&case, &whole))?;
            let touching = touching.map(sorted);
            let expected = (!cut.is_empty()).then_some(sorted(cut));
            agree(touching, expected, &(&case, &whole))
        }
        ShapeSplit::Halves {
            front,
            back,
            section: answer,
        } => {
            for (part, side) in [(&front, Side::Front), (&back, Side::Back)] {
                edges(part)?;
                let vertices = on(side).chain(cut.iter().copied()).collect();
                agree(
                    sorted(part.vertices().to_vec()),
                    sorted(vertices),
                    &(&case, &whole),
                )?;
                let cap = part.faces().last().expect("a cap");
                let mut cap: Vec<_> = cap.iter().map(|&v| part.vertices()[v]).collect();
                if side == Side::Front {
                    cap.reverse();
                }
                // The cap has the same corners as the library's section (`answer`), but may start at another corner.
                let start = answer.iter().position(|point| *point == cap[0]);
                cap.rotate_right(start.unwrap_or(0));
                let same = cap.len() == answer.len() && sorted(cap) == sorted(answer.clone());
                agree(same, true, &(&case, &whole))?;
            }
            agree(sorted(answer), sorted(cut), &(&case, &whole))
        }
    }
}

fn sorted(mut points: Vec<[f64; 3]>) -> Vec<[f64; 3]> {
    points.sort_by(|a, b| a.partial_cmp(b).expect("finite"));
    points
}

/// Returns the directed edges of a polyhedron, with their counts. Checks that each edge occurs once in each direction,
/// and that Euler's formula holds: vertices − edges + faces = 2.
fn edges(polyhedron: &ConvexPolyhedron) -> Result<BTreeMap<[usize; 2], usize>, String> {
    let mut edges = BTreeMap::new();
    for face in polyhedron.faces() {
        agree(face.len() >= 3, true, polyhedron)?;
        for (place, &from) in face.iter().enumerate() {
            *edges
                .entry([from, face[(place + 1) % face.len()]])
                .or_default() += 1;
        }
    }
    for ([from, to], count) in &edges {
        agree(
            (*count, edges.get(&[*to, *from])),
            (1, Some(&1)),
            polyhedron,
        )?;
    }
    agree(
        polyhedron.vertices().len() + polyhedron.faces().len(),
        edges.len() / 2 + 2,
        polyhedron,
    )?;
    Ok(edges)
}
