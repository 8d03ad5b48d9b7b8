//! Which objects are meant: all, or those whose names match patterns.

use std::collections::BTreeSet;

use globset::{Glob, GlobSet, GlobSetBuilder};
use transect::scene::Scene;
use transect_draw::class_of;

use crate::nearest::nearest;
use crate::user_error::UserError;

/// The objects that a flag means: all, or those whose whole name matches one of its patterns.
#[derive(Clone, Debug, Default)]
pub struct ObjectSelection {
    flag: &'static str,
    names: Option<GlobSet>,
    patterns: Vec<String>,
}

impl ObjectSelection {
    /// What a flag with these patterns means: all, if there are none.
    ///
    /// # Errors
    /// [`UserError`] if a pattern cannot be read.
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
                "* stands for any characters, ? for one, [ab] for one of these; [[] for a bracket itself",
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

    /// Whether nothing was asked for, and so everything is meant.
    #[must_use]
    pub fn is_all(&self) -> bool {
        self.names.is_none()
    }

    /// The flag, for messages.
    #[must_use]
    pub fn flag(&self) -> &'static str {
        self.flag
    }

    /// Whether a name is meant.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        self.names.as_ref().is_none_or(|names| names.is_match(name))
    }

    /// Patterns that mean nothing at all: most likely they are misspelt.
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
            format!(
                "{meant}a pattern has to match the whole name, * stands for any characters{like}"
            ),
        )
    }

    /// For each node of a scene whether it is one of the objects `among` that are meant: if there are
    /// any, at least one is.
    ///
    /// # Errors
    /// [`UserError`] if there are objects, and none is meant.
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
            // That there is nothing at all is found, and said, by those who count.
            return Ok(wanted);
        }
        Err(self.matches_nothing("object", names))
    }
}

/// The pattern that is meant by one that matches nothing: of a class, or of one name.
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
