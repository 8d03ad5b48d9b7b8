//! The bodies of objects: connected surfaces, and how they lie in each other.

use serde::Serialize;
use transect_mesh::{Bodies, Body, BodyKind};

use crate::info::listing;
use transect_report::bodies::miscounted;
use transect_report::numbers::{counted, grouped};
use transect_report::report::Bounds;

/// An object with several bodies, or with a body that is counted several times or as negative.
#[derive(Debug, Serialize)]
pub(crate) struct ObjectBodies {
    pub(crate) name: String,
    pub(crate) bodies: Vec<BodyReport>,
    /// The pairs of bodies that overlap, by their indices in `bodies`.
    pub(crate) overlapping: Vec<[usize; 2]>,
    /// The words about bodies that areas and volumes do not count once.
    #[serde(skip)]
    pub(crate) words: Option<String>,
}

/// A connected surface of an object.
#[derive(Debug, Serialize)]
pub(crate) struct BodyReport {
    pub(crate) kind: &'static str,
    pub(crate) triangles: usize,
    pub(crate) bounds: Bounds,
    /// Negative if the faces point inward; null for an open surface.
    pub(crate) volume: Option<f64>,
    /// The winding numbers of the object's surfaces around the points outside and inside of this surface.
    pub(crate) windings: [i32; 2],
}

impl ObjectBodies {
    /// Returns the bodies of an object, or `None` if it is a single body that is counted once or is open.
    pub(crate) fn of(name: &str, bodies: &Bodies) -> Option<Self> {
        (bodies.bodies.len() > 1 || !bodies.count_once()).then(|| Self {
            name: name.to_string(),
            bodies: bodies.bodies.iter().map(BodyReport::of).collect(),
            overlapping: bodies.crossing.clone(),
            words: miscounted(bodies),
        })
    }
}

impl BodyReport {
    fn of(body: &Body) -> Self {
        Self {
            kind: body.kind.name(),
            triangles: body.triangles,
            bounds: Bounds::of(body.bounds),
            volume: (body.kind != BodyKind::Open).then_some(body.volume),
            windings: body.windings,
        }
    }
}

/// Returns the lines of the table: how many bodies and cavities the objects have, if any has several, and the objects whose
/// areas and volumes are not those of their material. `single` is the number of objects with one body.
pub(crate) fn lines(objects: &[ObjectBodies], single: usize) -> String {
    let all = || objects.iter().flat_map(|object| &object.bodies);
    let of = |kind: BodyKind| all().filter(|body| body.kind == kind.name()).count();
    let mut first = counted(single + all().count(), "connected surface");
    let cavities = of(BodyKind::Cavity);
    if cavities > 0 {
        first += &format!(", of which {} cavities", grouped(cavities));
    }
    let mut lines = vec![first];
    let wrong = objects.iter();
    let wrong = wrong.filter_map(|object| Some((&object.name, object.words.as_ref()?)));
    let wrong: Vec<(&String, &String)> = wrong.collect();
    lines.extend(listing::lines(&wrong, |(name, words)| {
        format!("{name}: {words}")
    }));
    lines.join("\n")
}
