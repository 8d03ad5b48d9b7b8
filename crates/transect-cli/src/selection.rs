//! `--only GLOB`, `--why GLOB`: which objects are meant.

use globset::{Glob, GlobSet, GlobSetBuilder};
use transect::scene::Scene;

use crate::failure::Failure;

/// The objects that a flag means: all, or those whose name matches one of its patterns.
pub(crate) struct Selection {
    flag: &'static str,
    names: Option<GlobSet>,
}

impl Selection {
    pub(crate) fn of(flag: &'static str, patterns: &[String]) -> Result<Self, Failure> {
        if patterns.is_empty() {
            return Ok(Self { flag, names: None });
        }
        let wrong = |error: globset::Error| {
            Failure::with_hint(
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
        })
    }

    /// Whether nothing was asked for, and so everything is meant.
    pub(crate) fn is_all(&self) -> bool {
        self.names.is_none()
    }

    pub(crate) fn flag(&self) -> &'static str {
        self.flag
    }

    /// Whether a name is meant.
    pub(crate) fn matches(&self, name: &str) -> bool {
        self.names.as_ref().is_none_or(|names| names.is_match(name))
    }

    /// Patterns that mean nothing at all: most likely they are misspelt.
    pub(crate) fn matches_nothing(&self, noun: &str, example: &str) -> Failure {
        Failure::with_hint(
            format!("{} matches no {noun}", self.flag),
            format!(
                "a pattern has to match the whole name, * stands for any characters; names look like {example:?}"
            ),
        )
    }

    /// For each node of a scene whether it is one of the objects `among` that are meant: if there are
    /// any, at least one is.
    pub(crate) fn nodes(
        &self,
        scene: &Scene,
        among: impl Fn(usize) -> bool,
    ) -> Result<Vec<bool>, Failure> {
        let mut objects = scene.objects().filter(|&node| among(node)).peekable();
        let first = objects.peek().copied();
        let mut wanted = vec![false; scene.nodes.len()];
        for node in objects {
            let name = &scene.nodes[node].name;
            wanted[node] = self.matches(name);
        }
        if wanted.contains(&true) {
            return Ok(wanted);
        }
        match first {
            // That there is nothing at all is found, and said, by those who count.
            None => Ok(wanted),
            Some(first) => Err(self.matches_nothing("object", &scene.nodes[first].name)),
        }
    }
}
