//! `POST section`: the loops and caps of the section, and the vertices, edges and faces of the model that lie in
//! the plane, as JSON and blocks of numbers.

use serde::Deserialize;
use serde_json::{Value, json};
use transect::polygons::InsideRule;
use transect::{CuttingPlane, Frame};
use transect_mesh::{Section, SectionLoop};
use transect_report::{OnPlaneRule, SectionRule};

use crate::blocks::Blocks;
use crate::counts::Counts;
use crate::error::AnswerError;
use crate::look::Look;
use crate::model::{Model, Object};
use crate::overtaken::Overtaken;
use crate::plane_request::{PlaneRequest, plane_json};
use crate::rules;

/// The number of objects that are cut before the next check whether a newer request has arrived.
const STEP: usize = 32;

/// The body of the question `section`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SectionRequest {
    pub(crate) plane: PlaneRequest,
    pub(crate) client: Option<String>,
    pub(crate) sequence: Option<u64>,
    #[serde(default)]
    pub(crate) on_plane: OnPlaneRule,
    #[serde(default, deserialize_with = "rules::inside")]
    inside: InsideRule,
    /// `false` omits the caps, which about halves the time. Outlines are enough while a plane is dragged.
    #[serde(default = "wanted")]
    pub(crate) caps: bool,
}

impl SectionRequest {
    /// Returns the request for a section with caps, for a page in a file.
    pub(crate) fn whole(plane: PlaneRequest, rule: SectionRule) -> Self {
        Self {
            plane,
            client: None,
            sequence: None,
            on_plane: rule.on_plane,
            inside: rule.inside,
            caps: true,
        }
    }
}

fn wanted() -> bool {
    true
}

/// The answer to a request to `/api/section`. The objects are added one by one.
#[derive(Default)]
struct Answer {
    counts: Counts,
    loops: Loops,
    inside: Inside,
    on_plane: [usize; 3],
    outlines: Lines,
    caps: Vec<u32>,
    open_chains: usize,
    chains: Lines,
    /// For each chain, the index of its object.
    chain_objects: Vec<u32>,
    touching: [Vec<f32>; 3],
}

/// The closed loops of the section, as columns. (As JSON, the loops of a building take 90 KB, which would be written
/// and parsed in each step of a drag.)
#[derive(Default)]
struct Loops {
    objects: Vec<u32>,
    /// 1 for an outer loop, 0 for a hole.
    outer: Vec<u32>,
    areas: Vec<f64>,
    perimeters: Vec<f64>,
}

impl Loops {
    fn push(&mut self, object: usize, section_loop: &SectionLoop) {
        self.objects.push(object as u32);
        self.outer.push(u32::from(!section_loop.is_hole));
        self.areas.push(section_loop.area);
        self.perimeters.push(section_loop.perimeter());
    }
}

/// The points inside of each cut object's outlines, as columns: the area, and the length of the boundary. Outlines that
/// overlap or are inside out add up to other numbers.
#[derive(Default)]
struct Inside {
    objects: Vec<u32>,
    areas: Vec<f64>,
    perimeters: Vec<f64>,
    /// The number of objects whose outlines are not the boundary of the points inside.
    overlapping: usize,
}

impl Inside {
    fn push(&mut self, object: usize, section: &Section, rule: InsideRule) {
        let inside = section.inside(rule);
        self.overlapping += usize::from(inside.differs());
        self.objects.push(object as u32);
        self.areas.push(inside.section.area());
        self.perimeters.push(inside.section.perimeter());
    }
}

/// Several polylines: their points in the 2D coordinates of the plane (`flat`) and in drawing coordinates (`space`).
/// For each polyline, `ends` has the index of the point after its last point.
#[derive(Default)]
struct Lines {
    flat: Vec<f64>,
    space: Vec<f32>,
    ends: Vec<u32>,
}

impl Lines {
    fn push(&mut self, points: &[[f64; 3]], frame: &Frame, model: &Model) {
        for point in points {
            self.flat.extend(frame.to_2d(point));
            self.space.extend(model.drawn(point));
        }
        self.ends.push(self.points());
    }

    fn points(&self) -> u32 {
        (self.flat.len() / 2) as u32
    }
}

/// Returns the section of a model as a response body: JSON and blocks of numbers.
pub(crate) fn section(
    model: &Model,
    request: &SectionRequest,
    overtaken: &Overtaken<'_>,
) -> Result<Vec<u8>, AnswerError> {
    let plane = request.plane.plane()?;
    let frame = Frame::of(plane.plane());
    let mut answer = Answer::default();
    for (index, object) in model.objects.iter().enumerate() {
        if index % STEP == 0 {
            overtaken.check()?;
        }
        let of_box = object.mesh().bounds().map(|bounds| plane.extent(bounds));
        let limit = Some(request.on_plane);
        let look = object.look(&plane, of_box, limit);
        answer.counts.add(&look);
        answer.add_on_plane(model, object, &look);
        if let Some(section) = &look.section {
            if !section.loops.is_empty() {
                answer.inside.push(index, section, request.inside);
            }
            answer.add_section(index, section, request.caps, &frame, model);
        }
    }
    overtaken.check()?;
    Ok(answer.finish(&plane, frame, request))
}

impl Answer {
    fn add_section(
        &mut self,
        index: usize,
        section: &Section,
        caps: bool,
        frame: &Frame,
        model: &Model,
    ) {
        let first = self.outlines.points();
        for section_loop in &section.loops {
            self.outlines.push(&section_loop.points, frame, model);
            self.loops.push(index, section_loop);
        }
        if caps {
            let corners = section.triangles();
            self.caps
                .extend(corners.as_flattened().iter().map(|corner| first + corner));
        }
        for chain in &section.open_chains {
            self.chains.push(chain, frame, model);
            self.chain_objects.push(index as u32);
        }
        self.open_chains += section.open_chains.len();
    }

    /// Adds the vertices, edges and faces of an object that lie in the plane.
    fn add_on_plane(&mut self, model: &Model, object: &Object, look: &Look) {
        let on = &look.on;
        let counts = [on.vertices.len(), on.edges.len(), on.faces.len()];
        for (sum, count) in self.on_plane.iter_mut().zip(counts) {
            *sum += count;
        }
        let mesh = object.mesh();
        let [points, edges, faces] = &mut self.touching;
        let push = |numbers: &mut Vec<f32>, vertex: u32| {
            numbers.extend(model.drawn(&mesh.positions()[vertex as usize]));
        };
        on.vertices.iter().for_each(|&vertex| push(points, vertex));
        let ends = on.edges.as_flattened();
        ends.iter().for_each(|&vertex| push(edges, vertex));
        for &face in &on.faces {
            let corners = mesh.triangles()[face as usize];
            corners.iter().for_each(|&vertex| push(faces, vertex));
        }
    }

    fn finish(self, plane: &CuttingPlane, frame: Frame, request: &SectionRequest) -> Vec<u8> {
        let [vertices, edges, faces] = self.on_plane;
        let [points, touched, flat] = &self.touching;
        let mut blocks = Blocks::default();
        blocks.push_f64("points2d", &self.outlines.flat);
        blocks.push_f64("chains2d", &self.chains.flat);
        blocks.push_f64("loop_areas", &self.loops.areas);
        blocks.push_f64("loop_perimeters", &self.loops.perimeters);
        blocks.push_f64("inside_areas", &self.inside.areas);
        blocks.push_f64("inside_perimeters", &self.inside.perimeters);
        blocks.push_f32("points3d", &self.outlines.space);
        blocks.push_u32("loop_ends", &self.outlines.ends);
        blocks.push_u32("loop_objects", &self.loops.objects);
        blocks.push_u32("loop_outer", &self.loops.outer);
        blocks.push_u32("inside_objects", &self.inside.objects);
        blocks.push_u32("caps", &self.caps);
        blocks.push_f32("chains3d", &self.chains.space);
        blocks.push_u32("chain_ends", &self.chains.ends);
        blocks.push_u32("chain_objects", &self.chain_objects);
        blocks.push_f32("touching_points", points);
        blocks.push_f32("touching_edges", touched);
        blocks.push_f32("touching_faces", flat);
        blocks.with_json(json!({
            "sequence": request.sequence,
            "plane": plane_json(plane),
            "frame": {"origin": frame.origin(), "u": frame.u(), "v": frame.v(), "names": frame.names()},
            "counts": self.counts.to_json(),
            "sides": self.counts.sides,
            "area": self.inside.areas.iter().fold(0.0, |sum, area| sum + area),
            "perimeter": self.inside.perimeters.iter().fold(0.0, |sum, length| sum + length),
            "overlapping": self.inside.overlapping,
            "rule": request.inside.name(),
            "bounds2d": bounds(&self.outlines.flat),
            "open_chains": self.open_chains,
            "on_plane": {"vertices": vertices, "edges": edges, "faces": faces},
        }))
    }
}

/// Returns the bounding rectangle of 2D points, given as alternating x and y.
fn bounds(points: &[f64]) -> Value {
    let mut pairs = points.chunks_exact(2).map(|pair| [pair[0], pair[1]]);
    let Some(first) = pairs.next() else {
        return Value::Null;
    };
    let (min, max) = pairs.fold((first, first), |(min, max), point| {
        (
            [min[0].min(point[0]), min[1].min(point[1])],
            [max[0].max(point[0]), max[1].max(point[1])],
        )
    });
    json!({"min": min, "max": max})
}
