//! `POST /api/section`: loops, caps, and what lies on the plane, in one body of JSON and blocks of numbers.

use std::time::Instant;

use serde::Deserialize;
use serde_json::{Value, json};
use transect::CuttingPlane;
use transect::mesh::{Frame, SectionLoop};
use transect_report::OnPlane as Limit;

use crate::blocks::Blocks;
use crate::counts::Counts;
use crate::error::Refusal;
use crate::latest::Ticket;
use crate::look::Look;
use crate::model::{Model, Object};
use crate::plane_request::{PlaneRequest, plane_told};

/// After how many objects it is asked whether a newer request has come in.
const STEP: usize = 32;

/// What is asked.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SectionRequest {
    pub(crate) plane: PlaneRequest,
    pub(crate) client: Option<String>,
    pub(crate) sequence: Option<u64>,
    #[serde(default)]
    pub(crate) on_plane: LimitName,
    /// Without caps an answer takes about half as long: outlines are enough while a plane is dragged.
    #[serde(default = "wanted")]
    pub(crate) caps: bool,
}

fn wanted() -> bool {
    true
}

/// Which limit of the section is meant.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LimitName {
    #[default]
    Front,
    Back,
}

impl From<LimitName> for Limit {
    fn from(name: LimitName) -> Self {
        match name {
            LimitName::Front => Self::Front,
            LimitName::Back => Self::Back,
        }
    }
}

/// The answer while it is being gathered.
struct Answer<'m> {
    model: &'m Model,
    frame: Frame,
    counts: Counts,
    loops: Vec<Value>,
    area: f64,
    perimeter: f64,
    on_plane: [usize; 3],
    points_2d: Vec<f64>,
    points_3d: Vec<f32>,
    loop_ends: Vec<u32>,
    caps: Vec<u32>,
    open_chains: usize,
    chains_2d: Vec<f64>,
    chains_3d: Vec<f32>,
    chain_ends: Vec<u32>,
    touching: [Vec<f32>; 3],
}

/// The section of a model, as the page takes it.
pub(crate) fn section(
    model: &Model,
    request: &SectionRequest,
    ticket: &Ticket,
) -> Result<Vec<u8>, Refusal> {
    let started = Instant::now();
    let plane = request.plane.plane()?;
    let mut answer = Answer::new(model, &plane);
    for (index, object) in model.objects.iter().enumerate() {
        if index % STEP == 0 {
            ticket.check()?;
        }
        let of_box = object.mesh().bounds().map(|bounds| plane.extent(bounds));
        let limit = Some(request.on_plane.into());
        let look = object.look(&plane, of_box, limit);
        answer.add(index, object, &look, request.caps);
    }
    ticket.check()?;
    Ok(answer.finish(&plane, request.sequence, started))
}

impl<'m> Answer<'m> {
    fn new(model: &'m Model, plane: &CuttingPlane) -> Self {
        Self {
            model,
            frame: Frame::of(plane.plane()),
            counts: Counts::default(),
            loops: Vec::new(),
            area: 0.0,
            perimeter: 0.0,
            on_plane: [0; 3],
            points_2d: Vec::new(),
            points_3d: Vec::new(),
            loop_ends: Vec::new(),
            caps: Vec::new(),
            open_chains: 0,
            chains_2d: Vec::new(),
            chains_3d: Vec::new(),
            chain_ends: Vec::new(),
            touching: Default::default(),
        }
    }

    fn add(&mut self, index: usize, object: &Object, look: &Look, caps: bool) {
        self.counts.add(look);
        self.add_on_plane(object, look);
        let Some(section) = &look.section else {
            return;
        };
        self.area += section.area();
        self.perimeter += section.perimeter();
        let first = (self.points_2d.len() / 2) as u32;
        for section_loop in &section.loops {
            let points = &section_loop.points;
            put(
                points,
                &self.frame,
                self.model,
                &mut self.points_2d,
                &mut self.points_3d,
            );
            self.loop_ends.push((self.points_2d.len() / 2) as u32);
            self.loops.push(told(index, section_loop));
        }
        if caps {
            let corners = section.triangles();
            self.caps
                .extend(corners.as_flattened().iter().map(|corner| first + corner));
        }
        for chain in &section.open_chains {
            put(
                chain,
                &self.frame,
                self.model,
                &mut self.chains_2d,
                &mut self.chains_3d,
            );
            self.chain_ends.push((self.chains_2d.len() / 2) as u32);
        }
        self.open_chains += section.open_chains.len();
    }

    /// What of an object lies in the plane.
    fn add_on_plane(&mut self, object: &Object, look: &Look) {
        let on = &look.on;
        let counts = [on.vertices.len(), on.edges.len(), on.faces.len()];
        for (sum, count) in self.on_plane.iter_mut().zip(counts) {
            *sum += count;
        }
        let mesh = object.mesh();
        let [points, edges, faces] = &mut self.touching;
        let push = |numbers: &mut Vec<f32>, vertex: u32| {
            numbers.extend(self.model.drawn(&mesh.positions()[vertex as usize]));
        };
        on.vertices.iter().for_each(|&vertex| push(points, vertex));
        let ends = on.edges.as_flattened();
        ends.iter().for_each(|&vertex| push(edges, vertex));
        for &face in &on.faces {
            let corners = mesh.triangles()[face as usize];
            corners.iter().for_each(|&vertex| push(faces, vertex));
        }
    }

    fn finish(self, plane: &CuttingPlane, sequence: Option<u64>, started: Instant) -> Vec<u8> {
        let [vertices, edges, faces] = self.on_plane;
        let [points, touched, flat] = &self.touching;
        let mut blocks = Blocks::default();
        blocks.push_f64("points2d", &self.points_2d);
        blocks.push_f64("chains2d", &self.chains_2d);
        blocks.push_f32("points3d", &self.points_3d);
        blocks.push_u32("loop_ends", &self.loop_ends);
        blocks.push_u32("caps", &self.caps);
        blocks.push_f32("chains3d", &self.chains_3d);
        blocks.push_u32("chain_ends", &self.chain_ends);
        blocks.push_f32("touching_points", points);
        blocks.push_f32("touching_edges", touched);
        blocks.push_f32("touching_faces", flat);
        let Frame {
            origin,
            u,
            v,
            names,
        } = self.frame;
        blocks.with_json(json!({
            "sequence": sequence,
            "plane": plane_told(plane),
            "frame": {"origin": origin, "u": u, "v": v, "names": names},
            "counts": self.counts.told(),
            "sides": self.counts.sides,
            "area": self.area,
            "perimeter": self.perimeter,
            "bounds2d": bounds(&self.points_2d),
            "open_chains": self.open_chains,
            "on_plane": {"vertices": vertices, "edges": edges, "faces": faces},
            "loops": self.loops,
            "milliseconds": started.elapsed().as_secs_f64() * 1000.0,
        }))
    }
}

/// A loop in numbers.
fn told(object: usize, section_loop: &SectionLoop) -> Value {
    json!({
        "object": object,
        "area": section_loop.area,
        "perimeter": section_loop.perimeter(),
        "outer": !section_loop.is_hole,
    })
}

/// Points in the plane and in space.
fn put(
    points: &[[f64; 3]],
    frame: &Frame,
    model: &Model,
    flat: &mut Vec<f64>,
    space: &mut Vec<f32>,
) {
    for point in points {
        flat.extend(frame.to_2d(point));
        space.extend(model.drawn(point));
    }
}

/// The rectangle around points, one coordinate after the other.
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
