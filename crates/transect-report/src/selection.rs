//! The selection of objects: all objects, or those whose names match patterns.

use std::collections::BTreeSet;

use globset::{Glob, GlobSet, GlobSetBuilder};
use transect_draw::class_of;
use transect_mesh::scene::Scene;

use crate::nearest::nearest;
use crate::user_error::UserError;

/// The objects that a flag selects: all objects, or those whose whole name matches one of the flag's patterns.
#[derive(Clone, Debug, Default)]
pub struct ObjectSelection {
    flag: &'static str,
    names: Option<GlobSet>,
    patterns: Vec<String>,
}

impl ObjectSelection {
    /// Returns the objects that `flag` selects by these patterns. Without patterns, all objects are selected.
    ///
    /// # Errors
    /// Returns [`UserError`] if a pattern is invalid.
    pub fn of(flag: &'static str, patterns: &[String]) -> Result<Self, UserError> {
        if patterns.is_empty() {
            return Ok(Self {
                flag,
                names: None,
                patterns: Vec::new(),
            });
        }
        let wrong = |error: globset::Error| {
            UserError::with_hint(
                format!(
                    "{flag} {:?}: {}",
                    error.glob().unwrap_or_default(),
                    error.kind()
                ),
                "* matches any characters, ? one character, [ab] the character a or b, [[] a bracket",
            )
        };
        let mut set = GlobSetBuilder::new();
        for pattern in patterns {
            set.add(Glob::new(pattern).map_err(wrong)?);
        }
        Ok(Self {
            flag,
            names: Some(set.build().map_err(wrong)?),
            patterns: patterns.to_vec(),
        })
    }

    /// Returns the patterns as they were given.
    #[must_use]
    pub fn patterns(&self) -> &[String] {
        &self.patterns
    }

    /// Returns `true` if the selection has no patterns, and so contains all objects.
    #[must_use]
    pub fn is_all(&self) -> bool {
        self.names.is_none()
    }

    /// Returns the name of the command-line flag, for messages.
    #[must_use]
    pub fn flag(&self) -> &'static str {
        self.flag
    }

    /// Returns `true` if the selection contains an object of this name.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        self.names.as_ref().is_none_or(|names| names.is_match(name))
    }

    /// Returns the error for patterns that match none of the names. If a pattern looks like a misspelt name, the hint
    /// suggests that name.
    pub fn matches_nothing<'a>(
        &self,
        noun: &str,
        names: impl Iterator<Item = &'a str> + Clone,
    ) -> UserError {
        let mut patterns = self.patterns.iter();
        let meant = patterns.find_map(|pattern| meant(pattern, names.clone()));
        let meant = meant.map_or(String::new(), |meant| {
            format!("is {} '{meant}' meant? ", self.flag)
        });
        let like = names.clone().next().map_or(String::new(), |first| {
            format!("; names look like {first:?}")
        });
        UserError::with_hint(
            format!("{} matches no {noun}", self.flag),
            format!("{meant}a pattern must match the whole name; * matches any characters{like}"),
        )
    }

    /// Returns one value per node of the scene: `true` if the node is an object that `among` admits and whose name this
    /// selection contains. At least one value is `true`, unless `among` admits no object.
    ///
    /// # Errors
    /// Returns [`UserError`] if `among` admits some objects, and the patterns match none of their names.
    pub fn nodes(
        &self,
        scene: &Scene,
        among: impl Fn(usize) -> bool,
    ) -> Result<Vec<bool>, UserError> {
        let objects: Vec<usize> = scene.objects().filter(|&node| among(node)).collect();
        let mut wanted = vec![false; scene.nodes.len()];
        for &node in &objects {
            let name = &scene.nodes[node].name;
            wanted[node] = self.matches(name);
        }
        if wanted.contains(&true) {
            return Ok(wanted);
        }
        let names = objects.iter().map(|&node| scene.nodes[node].name.as_str());
        if objects.is_empty() {
            // If there are no objects to choose from, this is not an error of the patterns. The code that counts the
            // objects reports a scene without objects.
            return Ok(wanted);
        }
        Err(self.matches_nothing("object", names))
    }
}

/// Returns the pattern that the user probably meant instead of a pattern that matches nothing. The returned pattern
/// matches one name, or one class (the part of names before a slash).
fn meant<'a>(pattern: &str, names: impl Iterator<Item = &'a str> + Clone) -> Option<String> {
    let signs = |c: char| "*?[]{}!/".contains(c);
    let class = pattern
        .split('/')
        .next()
        .unwrap_or_default()
        .replace(signs, "");
    let classed = names.clone().filter(|name| name.contains('/'));
    let classes: BTreeSet<&str> = classed.map(class_of).collect();
    let whole = pattern.replace(|c: char| "*?[]{}!".contains(c), "");
    match nearest(&class, classes) {
        Some(class) if !whole.contains('/') || pattern.ends_with('*') => {
            Some(format!("{}/*", globset::escape(class)))
        }
        _ => nearest(&whole, names).map(globset::escape),
    }
}
