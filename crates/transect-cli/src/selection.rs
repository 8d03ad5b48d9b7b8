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
            wanted[node] = self.names.as_ref().is_none_or(|names| names.is_match(name));
        }
        if wanted.contains(&true) {
            return Ok(wanted);
        }
        match first {
            // That there is nothing at all is found, and said, by those who count.
            None => Ok(wanted),
            Some(first) => Err(Failure::with_hint(
                format!("{} matches no object", self.flag),
                format!(
                    "a pattern has to match the whole name, * stands for any characters; names look like {:?}",
                    scene.nodes[first].name
                ),
            )),
        }
    }
}
