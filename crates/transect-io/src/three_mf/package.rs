//! Packages: ZIP archives whose files are called parts, as in the Open Packaging Conventions (ECMA-376-2).

use hashbrown::HashMap;

use crate::archive::Archive;
use crate::error::{Place, PlacedError, ReadErrorKind};
use crate::expansion::Expansion;
use crate::input::Input;
use crate::text::shown;
use crate::three_mf::space::Space;
use crate::three_mf::xml::Elements;

/// The part that names the root model.
const RELATIONSHIPS: &str = "_rels/.rels";

/// The end of the names of parts with models.
const MODEL: &str = ".model";

/// The relationship of a package to its root model, without the date of its version.
const ROOT: &str = "/3dmodel";

/// A package in memory.
pub(super) struct Package<'a> {
    archive: Archive<'a>,
    /// The name in the archive of each part. Names of parts are compared without regard to case.
    names: HashMap<String, String>,
}

impl<'a> Package<'a> {
    pub(super) fn open(input: &Input<'a>) -> Result<Self, PlacedError> {
        // A package may come from a compressed file, whose size is smaller. Then it may expand as that file.
        let size = usize::try_from(input.size).unwrap_or(usize::MAX);
        let expansion = Expansion::of(size.min(input.bytes.len()));
        let archive = Archive::open(input.bytes, expansion)?;
        let names = archive.files();
        let names = names.map(|name| (name.to_ascii_lowercase(), name.to_owned()));
        Ok(Self {
            names: names.collect(),
            archive,
        })
    }

    /// Returns the names, in lower case, of the parts with content: without those that describe other parts.
    pub(super) fn contents(&self) -> impl Iterator<Item = &str> {
        let names = self.names.keys();
        let describes = |name: &str| name == "[content_types].xml" || name.ends_with(".rels");
        names
            .map(String::as_str)
            .filter(move |name| !describes(name))
    }

    /// Returns the name of the part at a path, which begins with a slash.
    pub(super) fn part(&self, path: &str) -> Option<&str> {
        let path = path.strip_prefix('/').unwrap_or(path);
        let name = self.names.get(&path.to_ascii_lowercase());
        name.map(String::as_str)
    }

    /// Returns the name of the root model: the one that the relationships of the package name, or else the only one.
    pub(super) fn root(&self) -> Result<String, PlacedError> {
        if let Some(name) = self.part(RELATIONSHIPS) {
            let text = self.text(name)?;
            if let Some(target) = root_of(&text, name)? {
                let found = self.part(&target).map(str::to_owned);
                return found.ok_or_else(|| {
                    let target = shown(target.as_bytes());
                    at(name, format!("the root model {target} does not exist"))
                });
            }
        }
        let models: Vec<&String> = self
            .names
            .iter()
            .filter(|(name, _)| name.ends_with(MODEL))
            .map(|(_, name)| name)
            .collect();
        match models.as_slice() {
            [only] => Ok((*only).clone()),
            [] => Err(ReadErrorKind::Syntax("the package has no model".into()).into()),
            _ => Err(at(RELATIONSHIPS, "the root model is not named".into())),
        }
    }

    /// Returns the text of a part.
    pub(super) fn text(&self, name: &str) -> Result<String, PlacedError> {
        let place = |kind| PlacedError {
            place: Some(Place::Element(name.to_owned())),
            kind,
        };
        let bytes = self.archive.contents(name).map_err(place)?;
        let mut text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            place(ReadErrorKind::Syntax(format!("byte {at} is not UTF-8")))
        })?;
        if text.starts_with('\u{feff}') {
            text.drain(..3);
        }
        Ok(text)
    }
}

fn at(part: &str, what: String) -> PlacedError {
    PlacedError {
        place: Some(Place::Element(part.to_owned())),
        kind: ReadErrorKind::Syntax(what),
    }
}

/// Returns the path of the root model in a list of relationships.
fn root_of(text: &str, name: &str) -> Result<Option<String>, PlacedError> {
    let mut elements = Elements::of(text, name);
    let mut root: Option<String> = None;
    while let Some(list) = elements.child()? {
        if !list.is_of(Space::Relationships, "Relationships") {
            elements.skip()?;
            continue;
        }
        while let Some(element) = elements.child()? {
            let [kind, target] = elements.values(&element, ["Type", "Target"])?;
            if let (Some(kind), Some(target)) = (kind, target)
                && kind.ends_with(ROOT)
            {
                if root.as_ref().is_some_and(|root| *root != target) {
                    let what = "the package names several root models";
                    return Err(elements.syntax(element.at, "", what));
                }
                root = Some(target.into_owned());
            }
            elements.skip()?;
        }
    }
    Ok(root)
}
