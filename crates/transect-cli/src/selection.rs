//! `--only GLOB`: which objects are looked at.

use globset::{Glob, GlobSet, GlobSetBuilder};
use transect::scene::Scene;

use crate::failure::Failure;

/// The objects that are looked at: all, or those whose name matches a pattern.
pub(crate) struct Selection(Option<GlobSet>);

impl Selection {
    pub(crate) fn of(patterns: &[String]) -> Result<Self, Failure> {
        if patterns.is_empty() {
            return Ok(Self(None));
        }
        let wrong = |error: globset::Error| {
            Failure::with_hint(
                format!(
                    "--only {:?}: {}",
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
        Ok(Self(Some(set.build().map_err(wrong)?)))
    }

    /// For each node of a scene whether it is an object to look at: if there are any, at least one is.
    pub(crate) fn nodes(&self, scene: &Scene) -> Result<Vec<bool>, Failure> {
        let mut wanted = vec![false; scene.nodes.len()];
        for node in scene.objects() {
            let name = &scene.nodes[node].name;
            wanted[node] = self.0.as_ref().is_none_or(|names| names.is_match(name));
        }
        if wanted.contains(&true) {
            return Ok(wanted);
        }
        match scene.objects().next() {
            // That there is nothing at all is found, and said, by those who count.
            None => Ok(wanted),
            Some(first) => Err(Failure::with_hint(
                "--only matches no object",
                format!(
                    "a pattern has to match the whole name, * stands for any characters; names look like {:?}",
                    scene.nodes[first].name
                ),
            )),
        }
    }
}
