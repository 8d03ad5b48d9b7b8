//! One HTML file with the page, a model and the answers for chosen planes. It opens from disk, without a server.
//!
//! The file is the template that `cargo xtask web` builds, with its scripts and styles inside, and one element per
//! answer. Each answer is the body that the server would send, compressed and written in base64.

use std::path::PathBuf;
use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use serde_json::{Value, json};
use transect::CuttingPlane;
use transect::polygons::InsideRule;
use transect_answers::{Beginning, Model, Overtaken, Phase, Question, as_requested};
use transect_draw::Up;
use transect_mesh::WeldDistance;
use transect_report::{ErrorKind, OnPlaneRule, SectionRule, UserError};

use crate::loading::{Watch, read};
use crate::page::template;
use crate::reply::gzip;
use crate::stamps::Stamps;
use crate::state::model_files;

/// The place in the template for the answers.
const PLACE: &str = "<!--answers-->";
/// The greatest size of a page file in bytes. Browsers limit the length of a text to about this number.
const LARGEST: usize = 500_000_000;
/// The number of areas of a curve, as the page requests them.
const SAMPLES: usize = 160;

/// The options of a [`PageFile`].
#[derive(Clone, Debug)]
pub struct PageFileOptions {
    /// The files of the model.
    pub models: Vec<PathBuf>,
    /// The planes whose answers the page holds. Without planes, the page holds a level plane through a large section.
    pub planes: Vec<CuttingPlane>,
    /// The axis that points up on the page, if it was chosen; otherwise z.
    pub up: Option<Up>,
    /// The unit of the coordinates, instead of the unit of the files.
    pub unit: Option<String>,
    /// The distance within which gaps of open objects are closed, if any.
    pub weld: Option<WeldDistance>,
    /// The rule that decides which points are inside.
    pub inside: InsideRule,
}

/// A page in one file, with the answers for some planes.
#[derive(Clone, Debug)]
pub struct PageFile {
    /// The text of the file.
    pub html: Vec<u8>,
    /// The planes whose answers the file holds.
    pub planes: Vec<CuttingPlane>,
    /// The files that the model refers to, such as buffers.
    pub references: Vec<PathBuf>,
}

impl PageFile {
    /// Reads a model, computes the answers for the planes, and returns the page. `step` is called with a description of
    /// each step.
    ///
    /// # Errors
    /// Returns a [`UserError`] if this program was built without the page, if the model cannot be read or shown, or if
    /// the file would be too large for browsers.
    pub fn new(options: &PageFileOptions, step: impl Fn(&str)) -> Result<Self, UserError> {
        let template = template().ok_or_else(|| {
            UserError::with_hint(
                "this transect was built without the page of the viewer",
                "in a clone of the project, `cargo xtask install` installs transect with the page",
            )
            .of_kind(ErrorKind::Internal)
        })?;
        let template = String::from_utf8_lossy(&template).into_owned();
        let (before, after) = template.split_once(PLACE).ok_or_else(|| {
            UserError::with_hint(
                "the page of the viewer has no place for answers",
                "build the page again: cargo xtask web",
            )
            .of_kind(ErrorKind::Internal)
        })?;
        let (unit, weld) = (options.unit.as_deref(), options.weld);
        let model = Arc::new(read(&options.models, unit, weld, &Steps(&step))?);
        step("building trees");
        model.build_trees(|| false);
        let planes = match options.planes.as_slice() {
            [] => {
                let plane = model.first_plane(options.up);
                vec![plane.map_err(|error| UserError::new(error).of_kind(ErrorKind::Model))?]
            }
            planes => planes.to_vec(),
        };
        let mut answers = Answers::default();
        answers.add_model(&model, &planes, options)?;
        for (index, plane) in planes.iter().enumerate() {
            step(&format!("cutting by {}", plane.plane()));
            answers.add_plane(&model, index, plane, options.inside)?;
        }
        answers.add_json("curves", &json!(answers.normals))?;
        Ok(Self {
            html: [before, &answers.html, after].concat().into_bytes(),
            references: model.references(),
            planes,
        })
    }
}

/// Passes the steps of reading on. Changes of the files after they were read do not matter for a file.
struct Steps<'s, F: Fn(&str)>(&'s F);

impl<F: Fn(&str)> Watch for Steps<'_, F> {
    fn step(&self, text: String, _: Option<f64>) {
        self.0(&text);
    }

    fn stamped(&self, _: Stamps) {}
}

/// The elements with the answers.
#[derive(Default)]
struct Answers {
    html: String,
    /// The normals whose curves are stored. Parallel planes share a curve.
    normals: Vec<[f64; 3]>,
}

impl Answers {
    /// Adds an answer. Base64 contains no character that could end the element.
    fn add(&mut self, name: &str, bytes: &[u8]) -> Result<(), UserError> {
        let packed = gzip(bytes, Compression::default());
        let packed = packed.map_err(|error| UserError::new(error).of_kind(ErrorKind::Internal))?;
        self.html += &format!("<script type=\"application/gzip\" data-answer=\"{name}\">");
        BASE64_STANDARD.encode_string(packed, &mut self.html);
        self.html += "</script>\n";
        if LARGEST < self.html.len() {
            return Err(UserError::with_hint(
                format!(
                    "the file would have more than {} MB, which browsers do not open",
                    LARGEST / 1_000_000
                ),
                "choose fewer planes, or a part of the model",
            )
            .of_kind(ErrorKind::TooLarge));
        }
        Ok(())
    }

    fn add_json(&mut self, name: &str, value: &Value) -> Result<(), UserError> {
        self.add(name, value.to_string().as_bytes())
    }

    /// Adds the answer to a question.
    fn add_answer(
        &mut self,
        name: &str,
        model: &Model,
        question: &Question,
    ) -> Result<(), UserError> {
        let answer = question.answer(Some(model), &Overtaken::NEVER)?;
        self.add(name, &answer.bytes)
    }

    /// Adds the model and the list of planes.
    fn add_model(
        &mut self,
        model: &Arc<Model>,
        planes: &[CuttingPlane],
        options: &PageFileOptions,
    ) -> Result<(), UserError> {
        let beginning = Beginning {
            plane: planes.first().copied(),
            up: options.up,
            unit: options.unit.clone(),
            inside: options.inside,
            example: false,
        };
        let files = model_files(&options.models);
        let state = Phase::Ready(Arc::clone(model)).to_json(&beginning, &files, false);
        self.add_json("state", &state)?;
        let listed = planes.iter().map(|plane| {
            let limits: Vec<&str> = limits(model, plane).iter().map(|limit| limit.name()).collect();
            json!({"request": as_requested(plane), "text": plane.plane().to_string(), "limits": limits})
        });
        self.add_json("planes", &listed.collect())?;
        self.add_answer("scene", model, &Question::manifest())?;
        self.add_answer("positions", model, &Question::positions())?;
        self.add_answer("indices", model, &Question::indices())
    }

    /// Adds the sections and the certificates of a plane, and the curve along its normal.
    fn add_plane(
        &mut self,
        model: &Model,
        index: usize,
        plane: &CuttingPlane,
        inside: InsideRule,
    ) -> Result<(), UserError> {
        for &limit in limits(model, plane) {
            let rule = SectionRule {
                on_plane: limit,
                inside,
            };
            let questions = [
                ("section", Question::section(plane, rule)),
                ("certificate", Question::certificate(plane, rule)),
            ];
            for (name, question) in questions {
                self.add_answer(
                    &format!("{name}-{index}-{}", limit.name()),
                    model,
                    &question,
                )?;
            }
        }
        let normal = rising(plane.plane().normal());
        if self.normals.contains(&normal) {
            return Ok(());
        }
        let name = format!("curve-{}", self.normals.len());
        self.add_answer(&name, model, &Question::curve(normal, SAMPLES, inside))?;
        self.normals.push(normal);
        Ok(())
    }
}

/// Returns the limits of the section by a plane. The two limits differ only if faces lie in the plane.
fn limits(model: &Model, plane: &CuttingPlane) -> &'static [OnPlaneRule] {
    if model.has_faces_on(plane) {
        &[OnPlaneRule::Front, OnPlaneRule::Back]
    } else {
        &[OnPlaneRule::Front]
    }
}

/// Returns the normal or its opposite, such that its component of largest magnitude is positive: the normal for which
/// the page requests a curve. Of components that are about equally large, z decides before y, and y before x.
fn rising(normal: [f64; 3]) -> [f64; 3] {
    let size = normal.iter().fold(0.0_f64, |size, n| size.max(n.abs()));
    let lead = [2, 1, 0]
        .into_iter()
        .find(|&axis| normal[axis].abs() > size * 0.999);
    if normal[lead.unwrap_or(2)] < 0.0 {
        normal.map(|n| 0.0 - n)
    } else {
        normal
    }
}
