//! The changes to objects of which fewer edges are open then: edges divided at vertices that lie exactly on them, and welds.
#![expect(missing_docs, reason = "docs/json.md describes the fields")]

use std::borrow::Cow;

use serde::Serialize;
use transect_mesh::scene::Scene;
use transect_mesh::{GapKind, Mesh, WeldChain, WeldChanges, WeldDistance};

use crate::listing::names;
use crate::numbers::{counted, measured, with_two_digits};

/// The largest number of chains that notes name.
const CHAINS: usize = 10;

/// The changes of an object, for programs.
#[derive(Clone, Debug, Serialize)]
pub struct ChangesReport {
    pub open_edges_before: usize,
    pub open_edges: usize,
    pub divided_edges: usize,
    pub merged_vertices: usize,
    pub largest_move: f64,
    pub bent_edges: usize,
    pub vanished_triangles: usize,
    pub turned_triangles: usize,
    pub chains: Vec<ChainReport>,
}

/// A chain of near vertices that stays open.
#[derive(Clone, Debug, Serialize)]
pub struct ChainReport {
    pub vertices: usize,
    pub diameter: f64,
    pub place: [f64; 3],
}

impl ChangesReport {
    /// Returns the changes, or `None` if nothing was changed and no chain stays.
    #[must_use]
    pub fn of(changes: &WeldChanges) -> Option<Self> {
        let is_plain = changes.is_empty() && changes.chains.is_empty();
        let chain = |chain: &WeldChain| ChainReport {
            vertices: chain.vertices,
            diameter: chain.diameter,
            place: chain.place,
        };
        (!is_plain).then(|| Self {
            open_edges_before: changes.open_edges_before,
            open_edges: changes.open_edges,
            divided_edges: changes.divided_edges,
            merged_vertices: changes.merged_vertices,
            largest_move: changes.largest_move,
            bent_edges: changes.bent_edges,
            vanished_triangles: changes.vanished,
            turned_triangles: changes.turned,
            chains: changes.chains.iter().map(chain).collect(),
        })
    }
}

/// Returns the notes on the changes of objects, each with its name.
///
/// ```
/// use transect_mesh::WeldChanges;
/// use transect_report::closing::notes;
/// let mut changes = WeldChanges::default();
/// changes.divided_edges = 2;
/// assert_eq!(
///     notes(&[("box", &changes)]),
///     ["box: 2 open edges are divided at vertices that lie exactly on them"]
/// );
/// ```
#[must_use]
pub fn notes(objects: &[(&str, &WeldChanges)]) -> Vec<String> {
    let of = |is_meant: fn(&WeldChanges) -> bool| {
        let meant = objects.iter().filter(|(_, changes)| is_meant(changes));
        meant.copied().collect::<Vec<(&str, &WeldChanges)>>()
    };
    let listed = |objects: &[(&str, &WeldChanges)]| {
        names(&objects.iter().map(|(name, _)| *name).collect::<Vec<&str>>())
    };
    let sum = |objects: &[(&str, &WeldChanges)], count: fn(&WeldChanges) -> usize| {
        objects.iter().map(|(_, changes)| count(changes)).sum()
    };
    let mut notes = Vec::new();
    // Objects that stay open are in the report only.
    let divided = of(|own| own.divided_edges > 0 && own.open_edges == 0);
    if !divided.is_empty() {
        let count: usize = sum(&divided, |changes| changes.divided_edges);
        let are = if count == 1 { "is" } else { "are" };
        notes.push(format!(
            "{}: {} {are} divided at vertices that lie exactly on them",
            listed(&divided),
            counted(count, "open edge"),
        ));
    }
    let welded = of(|changes| changes.merged_vertices + changes.bent_edges > 0);
    if !welded.is_empty() {
        let most = welded.iter().map(|(_, changes)| changes.largest_move);
        let left: usize = sum(&welded, |changes| changes.open_edges);
        let result = match left {
            0 => "closed".to_string(),
            left => format!("{} left", counted(left, "open edge")),
        };
        let moved = counted(sum(&welded, |changes| changes.merged_vertices), "vertex");
        let bent: usize = sum(&welded, |changes| changes.bent_edges);
        let bent = match bent {
            0 => String::new(),
            bent => format!(", {} bent", counted(bent, "edge")),
        };
        notes.push(format!(
            "{}: welded, {result}: {moved} moved by at most {}{bent}",
            listed(&welded),
            measured(most.fold(0.0, f64::max)),
        ));
    }
    for (what, count) in [
        ("vanished", sum(&welded, |changes| changes.vanished)),
        (
            "turned by more than 90°",
            sum(&welded, |changes| changes.turned),
        ),
    ] {
        if count > 0 {
            notes.push(format!("the weld: {} {what}", counted(count, "triangle")));
        }
    }
    let chains = objects.iter().flat_map(|(name, changes)| {
        let chains = changes.chains.iter();
        chains.map(move |chain| (*name, chain))
    });
    let chains: Vec<(&str, &WeldChain)> = chains.collect();
    for (name, chain) in chains.iter().take(CHAINS) {
        let [x, y, z] = chain.place;
        notes.push(format!(
            "{name}: a chain of {} stays: it is {} long, from ({x}, {y}, {z}); the distance of --weld is not small \
             against the edges there",
            counted(chain.vertices, "vertex"),
            measured(chain.diameter),
        ));
    }
    if chains.len() > CHAINS {
        notes.push(format!(
            "{} more stay",
            counted(chains.len() - CHAINS, "chain")
        ));
    }
    notes
}

/// Returns the distance to type for a weld that leaves at most as many edges open as the weld of `closing`, which is
/// [`Gaps::closing`](transect_mesh::Gaps::closing) of the mesh: rounded up to two digits if that does not close less.
#[must_use]
pub fn distance_to_type(
    mesh: &Mesh,
    (distance, open_edges): (WeldDistance, usize),
) -> (WeldDistance, usize) {
    let rounded = WeldDistance::new(with_two_digits(distance.get())).unwrap_or(distance);
    match mesh.welded(rounded).changes.open_edges {
        left if left <= open_edges => (rounded, left),
        _ => (distance, open_edges),
    }
}

/// Returns the note on open objects that a weld closes, with the option to type; `None` without such objects. `nodes` are the open
/// objects of a scene.
#[must_use]
pub fn crack_note(scene: &Scene, nodes: &[usize]) -> Option<String> {
    let world = scene.world_transforms();
    let mut cracked: Vec<Cracked<'_>> = Vec::new();
    for &node in nodes {
        let Ok(surface) = scene.surface(node, &world[node]) else {
            continue;
        };
        let gaps = surface.mesh.gaps();
        if let Some(closing @ (_, 0)) = gaps.closing {
            let (distance, _) = distance_to_type(&surface.mesh, closing);
            let cracks = gaps.gaps.iter().filter(|gap| gap.kind == GapKind::Crack);
            cracked.push(Cracked {
                name: &scene.nodes[node].name,
                width: cracks.fold(0.0, |most: f64, crack| most.max(crack.size)),
                distance,
                mesh: surface.mesh,
            });
        }
    }
    let widest = cracked.iter().map(|own| own.distance);
    let distance = widest.max_by(|one, other| one.get().total_cmp(&other.get()))?;
    // A larger distance need not close what a smaller one closes.
    cracked.retain(|own| {
        own.distance == distance || own.mesh.welded(distance).changes.open_edges == 0
    });
    let width = cracked
        .iter()
        .fold(0.0, |most: f64, own| most.max(own.width));
    let cracks = format!(
        "cracks of at most {}: --weld {distance} closes",
        measured(width)
    );
    Some(match (cracked.as_slice(), nodes.len()) {
        ([only], 1) => format!("{} is open by {cracks} it", only.name),
        (several, count) => {
            let named: Vec<&str> = several.iter().map(|own| own.name).collect();
            let (are, them) = match several.len() {
                1 => ("is", "it"),
                _ => ("are", "them"),
            };
            format!(
                "{} of {} {are} open by {cracks} {them}: {}",
                several.len(),
                counted(count, "open object"),
                names(&named)
            )
        }
    })
}

/// An object that a weld closes.
struct Cracked<'s> {
    name: &'s str,
    width: f64,
    /// The distance that closes the object.
    distance: WeldDistance,
    mesh: Cow<'s, Mesh>,
}
