//! Element ids: unique, and safe in attributes, selectors and `url(#…)`.

use std::collections::HashMap;

use crate::class::Class;

/// The ids of two SVG elements of a class: the id of its group, and the id of its hatch.
pub(crate) struct ClassIds {
    pub(crate) class: String,
    pub(crate) hatch: Option<String>,
}

impl ClassIds {
    pub(crate) fn of(class: &Class<'_>, ids: &mut Ids) -> Self {
        let name = safe(class.name);
        Self {
            class: unique(format!("class-{name}"), ids),
            hatch: class
                .style
                .hatch
                .map(|_| unique(format!("hatch-{name}"), ids)),
        }
    }
}

/// The ids used so far. The number of an id is the suffix to try first for the next duplicate, such as 2 for `wall.2`.
pub(crate) type Ids = HashMap<String, usize>;

/// Returns an id that no other element has.
pub(crate) fn unique(id: String, ids: &mut Ids) -> String {
    let Some(next) = ids.get(&id).copied() else {
        ids.insert(id.clone(), 2);
        return id;
    };
    let mut number = next;
    while ids.contains_key(&format!("{id}.{number}")) {
        number += 1;
    }
    let fresh = format!("{id}.{number}");
    ids.insert(id, number + 1);
    ids.insert(fresh.clone(), 2);
    fresh
}

/// Keeps the characters of a name that are safe in ids, in selectors and in `url(#…)`.
fn safe(name: &str) -> String {
    name.chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || c == '-' {
                c
            } else {
                '_'
            }
        })
        .collect()
}
