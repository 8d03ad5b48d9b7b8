//! The viewer's answers in the worker of a browser: files in, answers out, without a server.
//!
//! [`Session::open`] reads files that the page passes as bytes. [`Session::ask`] answers the requests that the page would
//! send to the server of `transect view`, with the same bytes. A panic ends the program; the page then starts it again.

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::Arc;

use transect_answers::{
    Answer, AnswerError, Beginning, FileHash, Identity, Method, Model, ModelFile, Overtaken, Phase,
    Question,
};
use transect_io::{Format, unpacked_name};
use transect_report::UserError;
use transect_report::file_name::file_name;
use wasm_bindgen::prelude::wasm_bindgen;

/// The model that the page shows, and the questions about it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Session {
    beginning: Beginning,
    files: Vec<ModelFile>,
    phase: Phase,
}

/// The answer to a request: a status, as HTTP has it, and bytes.
#[wasm_bindgen]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    status: u16,
    media_type: String,
    bytes: Vec<u8>,
    is_file: bool,
}

#[wasm_bindgen]
impl Reply {
    /// The status: 200, or that of an error.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn status(&self) -> u16 {
        self.status
    }

    /// The media type of the bytes.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn media_type(&self) -> String {
        self.media_type.clone()
    }

    /// `true` if the answer is a file to save.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn is_file(&self) -> bool {
        self.is_file
    }

    /// Moves the bytes of the answer out.
    #[must_use]
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }
}

impl From<Result<Answer, AnswerError>> for Reply {
    fn from(answer: Result<Answer, AnswerError>) -> Self {
        match answer {
            Ok(answer) => Self {
                status: 200,
                media_type: answer.media_type.into(),
                bytes: answer.bytes,
                is_file: answer.is_file,
            },
            Err(error) => Self {
                status: error.status.number(),
                media_type: "application/json".into(),
                bytes: error.to_json().to_string().into_bytes(),
                is_file: false,
            },
        }
    }
}

#[wasm_bindgen]
impl Session {
    /// Returns a session without a model.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self {
            beginning: Beginning::default(),
            files: Vec::new(),
            phase: Phase::Empty,
        }
    }

    /// Reads the models among the files, and forgets the model before. If a file has an error, the state has the error.
    pub fn open(&mut self, files: Files) {
        let models = models(&files.0);
        let file = |name: &PathBuf| ModelFile {
            name: file_name(&name.display().to_string()),
            bytes: files.0.get(name).map_or(0, |bytes| bytes.len() as u64),
        };
        self.files = models.iter().map(file).collect();
        // The memory of the model before is free before the next is read.
        self.phase = Phase::Empty;
        self.phase = match read(&models, &files.0) {
            Ok(model) => {
                drop(files);
                model.build_trees(|| false);
                Phase::Ready(Arc::new(model))
            }
            Err(error) => Phase::Error(error),
        };
    }

    /// Returns the identity of the model, if there is one.
    #[must_use]
    pub fn model(&self) -> Option<String> {
        match &self.phase {
            Phase::Ready(model) => Some(model.identity().text().to_owned()),
            _ => None,
        }
    }

    /// Answers a request. `address` is the path with its query, without `api/` in front. `body` is `undefined` for a
    /// request without a body. `wanted` is the identity of the model that the request is about, if it names one.
    #[must_use]
    pub fn ask(&self, address: &str, body: Option<Vec<u8>>, wanted: Option<String>) -> Reply {
        self.answer(address, body, wanted).into()
    }
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    fn answer(
        &self,
        address: &str,
        body: Option<Vec<u8>>,
        wanted: Option<String>,
    ) -> Result<Answer, AnswerError> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let query: HashMap<String, String> = form_urlencoded::parse(query.as_bytes())
            .into_owned()
            .collect();
        let wanted = wanted.or_else(|| query.get("model").cloned());
        let own = self.model();
        if own.is_some() && wanted.is_some() && wanted != own {
            return Err(AnswerError::other_model());
        }
        let method = match body {
            Some(_) => Method::Post,
            None => Method::Get,
        };
        if path == "state" && method == Method::Get {
            let state = self.phase.to_json(&self.beginning, &self.files, false);
            return Ok(state.into());
        }
        let question = Question::of(method, path, &query, body.unwrap_or_default())?;
        let model = if question.needs_model() {
            Some(self.phase.model()?)
        } else {
            None
        };
        question.answer(model.as_deref(), &Overtaken::NEVER)
    }
}

/// Files in memory, by their names.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Files(BTreeMap<PathBuf, Vec<u8>>);

#[wasm_bindgen]
impl Files {
    /// Returns an empty list of files.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file. Its name may have folders, with `/` between them.
    pub fn add(&mut self, name: &str, bytes: Vec<u8>) {
        self.0.insert(name.into(), bytes);
    }
}

/// Returns the names of the models among files. A file that is given alone is a model. Of several files, those are models
/// that are named like one, and are not hidden; if none is, all are.
fn models(files: &BTreeMap<PathBuf, Vec<u8>>) -> Vec<PathBuf> {
    let is_named_like_a_model = |name: &&PathBuf| {
        let ending = name.extension().unwrap_or_default();
        let is_packed = unpacked_name(name) != **name || ending.eq_ignore_ascii_case("zip");
        let is_hidden = |part: &OsStr| part.to_string_lossy().starts_with('.');
        (is_packed || Format::detect(name, &[]).is_some()) && !name.iter().any(is_hidden)
    };
    let named: Vec<PathBuf> = files
        .keys()
        .filter(is_named_like_a_model)
        .cloned()
        .collect();
    if named.is_empty() {
        files.keys().cloned().collect()
    } else {
        named
    }
}

/// Reads a model.
fn read(models: &[PathBuf], files: &BTreeMap<PathBuf, Vec<u8>>) -> Result<Model, UserError> {
    let document = transect_io::read_from_memory(models, files)?;
    let mut hashes = Vec::new();
    for name in models.iter().cloned().chain(document.references()) {
        if let Some(bytes) = files.get(&name) {
            let name = file_name(&name.display().to_string());
            hashes.push(FileHash::of(&name, bytes));
        }
    }
    Model::of(document, Identity::of(&hashes, None, None), None)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WALL: &[u8] = b"mtllib wall.mtl\no wall\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nusemtl red\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";

    fn opened(named: &[(&str, &[u8])]) -> Session {
        let mut files = Files::new();
        for (name, bytes) in named {
            files.add(name, bytes.to_vec());
        }
        let mut session = Session::new();
        session.open(files);
        session
    }

    fn json(mut reply: Reply) -> serde_json::Value {
        serde_json::from_slice(&reply.take()).expect("JSON")
    }

    #[test]
    fn models_are_found_among_the_files_that_they_refer_to() {
        let session = opened(&[
            ("house/wall.mtl", b"newmtl red\nKd 1 0 0\n"),
            ("house/wall.obj", WALL),
        ]);
        let state = json(session.ask("state", None, None));
        assert_eq!(state["state"], "ready");
        assert_eq!(state["sources"][0]["path"], "wall.obj");
        assert_eq!(state["sources"][1], serde_json::Value::Null);
        let without = opened(&[("wall.obj", WALL)]);
        assert_ne!(
            session.model(),
            without.model(),
            "the material belongs to the model"
        );
        let alone = opened(&[("wall", WALL)]);
        assert_eq!(json(alone.ask("state", None, None))["state"], "ready");
    }

    #[test]
    fn questions_about_another_model_or_none_are_refused() {
        let session = opened(&[("wall.obj", WALL)]);
        let body = || Some(br#"{"plane": {"text": "z=0.5"}}"#.to_vec());
        let sort = json(session.ask("sort", body(), session.model()));
        assert_eq!(sort["sides"], "o");
        assert_eq!(
            session.ask("sort", body(), Some("other".into())).status(),
            412
        );
        assert_eq!(session.ask("scene?model=other", None, None).status(), 412);
        assert_eq!(session.ask("sort", None, None).status(), 405);
        assert_eq!(session.ask("reload", body(), None).status(), 404);
        assert_eq!(Session::new().ask("sort", body(), None).status(), 503);
    }

    #[test]
    fn a_file_that_is_no_model_is_an_error_of_the_state() {
        let session = opened(&[("notes.txt", b"hello")]);
        let state = json(session.ask("state", None, None));
        assert_eq!(state["state"], "error");
        assert_eq!(state["error"]["kind"], "input_file");
    }

    #[test]
    fn files_of_the_cut_are_those_of_the_command() {
        let session = opened(&[("wall.obj", WALL)]);
        let mut reply = session.ask("export/front.glb?plane=z%3D0.5", None, None);
        assert!(reply.is_file() && reply.status() == 200);
        assert!(reply.take().starts_with(b"glTF"));
        let mut reply = session.ask("layers/layers.csv?normal=0,0,1&count=3", None, None);
        assert_eq!(reply.media_type(), "text/csv; charset=utf-8");
        assert_eq!(
            reply.take().iter().filter(|byte| **byte == b'\n').count(),
            4
        );
    }
}
