//! Bodies that signed areas and volumes count several times or as negative, in words.

use std::cmp::Ordering;

use transect::{Aabb, overlap};
use transect_mesh::scene::Scene;
use transect_mesh::{Bodies, BodyKind, Section};

use crate::listing::names;
use crate::numbers::{counted, grouped};

/// The numbers of bodies that signed areas and volumes do not count once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    inside_out: usize,
    again: usize,
    crossing: usize,
}

impl Counts {
    fn add(&mut self, bodies: &Bodies) {
        let of = |kind: BodyKind| {
            bodies
                .bodies
                .iter()
                .filter(|body| body.kind == kind)
                .count()
        };
        self.inside_out += of(BodyKind::InsideOut);
        self.again += of(BodyKind::CountedAgain);
        self.crossing += bodies.crossing.len();
    }

    fn words(self) -> Vec<String> {
        let inside_out = match self.inside_out {
            1 => "the faces of a body point inward, so its signed area and volume are negative"
                .to_string(),
            count => format!(
                "the faces of {} bodies point inward, so their signed areas and volumes are negative",
                grouped(count)
            ),
        };
        let again = match self.again {
            1 => "a body lies in another one or occurs several times, so signed areas and volumes count it as often".to_string(),
            count => format!(
                "{} bodies lie in others or occur several times, so signed areas and volumes count them as often",
                grouped(count)
            ),
        };
        let crossing = match self.crossing {
            1 => "two bodies overlap, so signed areas and volumes count what they share twice"
                .to_string(),
            count => format!(
                "{} pairs of bodies overlap, so signed areas and volumes count what they share twice",
                grouped(count)
            ),
        };
        [
            (self.inside_out, inside_out),
            (self.again, again),
            (self.crossing, crossing),
        ]
        .into_iter()
        .filter_map(|(count, words)| (count > 0).then_some(words))
        .collect()
    }
}

/// Returns `true` if the loops of a section may count points several times or as negative: if their winding numbers say
/// so, or if loops beside each other have boxes with a common point. [`Mesh::bodies`](transect_mesh::Mesh::bodies)
/// decides.
#[must_use]
pub fn may_count_again(section: &Section) -> bool {
    let loops = section.loops.iter();
    let boxes = loops.filter_map(|own| Some((own.parent, Aabb::of_points(&own.points).ok()?)));
    let mut boxes: Vec<(Option<usize>, Aabb)> = boxes.collect();
    let start = |own: &(Option<usize>, Aabb)| own.1.min()[0];
    boxes.sort_by(|a, b| {
        (a.0, start(a))
            .partial_cmp(&(b.0, start(b)))
            .unwrap_or(Ordering::Equal)
    });
    let beside = |place: usize| {
        let (parent, one) = &boxes[place];
        let near = boxes[place + 1..].iter();
        near.take_while(|(other, bounds)| other == parent && bounds.min()[0] <= one.max()[0])
            .any(|(_, bounds)| overlap(one, bounds))
    };
    !section.winds_once() || (0..boxes.len()).any(beside)
}

/// Returns the words about the bodies of an object that are not counted once; `None` without such bodies.
#[must_use]
pub fn miscounted(bodies: &Bodies) -> Option<String> {
    let mut counts = Counts::default();
    counts.add(bodies);
    let words = counts.words();
    (!words.is_empty()).then(|| words.join("; "))
}

/// Returns the note on closed objects of which the volume of the points inside is not known; `None` without such objects.
/// `sums` are the sums that leave them out.
#[must_use]
pub fn unknown_volume_note(objects: &[&str], sums: &str) -> Option<String> {
    (!objects.is_empty()).then(|| {
        format!(
            "the volume of {} is not known, because bodies cross or touch, and it is not part of {sums}; the signed volume counts each body as often as it winds around a point: {}",
            counted(objects.len(), "object"),
            names(objects)
        )
    })
}

/// Returns the note on objects whose signed areas and volumes are not those of their material, because a body is inside
/// out or bodies overlap; `None` without such objects. `nodes` are the objects to look at.
#[must_use]
pub fn body_note(scene: &Scene, nodes: &[usize]) -> Option<String> {
    let world = scene.world_transforms();
    let mut counts = Counts::default();
    let mut named = Vec::new();
    for &node in nodes {
        let Ok(surface) = scene.surface(node, &world[node]) else {
            continue;
        };
        let bodies = surface.mesh.bodies();
        if !bodies.count_once() {
            counts.add(&bodies);
            named.push(scene.nodes[node].name.as_str());
        }
    }
    (!named.is_empty()).then(|| {
        format!(
            "{}: {} (transect info lists the bodies)",
            names(&named),
            counts.words().join("; ")
        )
    })
}
