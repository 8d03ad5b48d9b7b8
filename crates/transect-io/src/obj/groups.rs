//! Groups of faces as objects. Most programs write one group per object of a scene, and some divide the surface of one
//! body into groups. Open edges that meet show the second use, exactly and without an option.

use transect_mesh::scene::{Part, SceneMesh};
use transect_mesh::{AttributeLayer, Attributes, Mesh, MeshError, RawMesh};

use crate::obj::object::NONE;

/// An object, and the numbers that its parts have in the object that was divided.
pub(super) struct Divided {
    pub(super) name: String,
    pub(super) mesh: SceneMesh,
    pub(super) parts: Vec<usize>,
}

/// Divides an object into one object per group, and returns them. Groups that belong together stay one
/// object: groups of faces before the first `o` if their open edges meet, so that no closed surface is torn, and groups
/// of an object of `o` if they have a vertex in common. `name` is the name of the object, and `is_named` is `true` if it
/// is that of an `o` statement.
///
/// The name of a group becomes the name of the object, followed by `/` and the name of the `o` statement if there is one.
pub(super) fn objects(
    name: String,
    is_named: bool,
    mut whole: SceneMesh,
) -> Result<Vec<Divided>, MeshError> {
    let groups = Groups::of(&whole.parts);
    let bodies = groups.bodies(&whole.mesh, is_named);
    if bodies.len() == 1 {
        let parts = (0..whole.parts.len()).collect();
        let is_group = !is_named && groups.names.len() == 1 && !groups.names[0].is_empty();
        if is_group {
            whole.parts.iter_mut().for_each(|part| part.name.clear());
        }
        return Ok(vec![Divided {
            name: if is_group {
                groups.names[0].clone()
            } else {
                name
            },
            mesh: whole,
            parts,
        }]);
    }
    let label = |body: &Vec<usize>| match (groups.names[body[0]].as_str(), is_named) {
        ("", _) => name.clone(),
        (label, true) => format!("{label}/{name}"),
        (label, false) => label.to_owned(),
    };
    let labels: Vec<String> = bodies.iter().map(label).collect();
    let mut parts: Vec<Vec<usize>> = vec![Vec::new(); bodies.len()];
    let mut body_of_group = vec![0; groups.names.len()];
    for (body, groups) in bodies.iter().enumerate() {
        groups.iter().for_each(|&group| body_of_group[group] = body);
    }
    for (part, &group) in groups.of_parts.iter().enumerate() {
        parts[body_of_group[group]].push(part);
    }
    let mut meshes = divided(whole, &parts)?;
    for (mesh, body) in meshes.iter_mut().zip(&bodies) {
        if let [_] = body.as_slice() {
            mesh.parts.iter_mut().for_each(|part| part.name.clear());
        }
    }
    let divided = labels.into_iter().zip(meshes).zip(parts);
    let divided = divided.map(|((name, mesh), parts)| Divided { name, mesh, parts });
    Ok(divided.collect())
}

/// The different groups of an object.
struct Groups {
    names: Vec<String>,
    /// For each part, the number of its group.
    of_parts: Vec<usize>,
}

impl Groups {
    fn of(parts: &[Part]) -> Self {
        let mut groups = Self {
            names: Vec::new(),
            of_parts: Vec::with_capacity(parts.len()),
        };
        let mut numbers = hashbrown::HashMap::new();
        for part in parts {
            let number = *numbers.entry(part.name.as_str()).or_insert_with(|| {
                groups.names.push(part.name.clone());
                groups.names.len() - 1
            });
            groups.of_parts.push(number);
        }
        groups
    }

    /// Returns the bodies, each as the list of its groups.
    fn bodies(&self, mesh: &Mesh, with_all_vertices: bool) -> Vec<Vec<usize>> {
        let count = self.names.len();
        let mut sets = Sets::new(count);
        if count > 1 {
            let mut triangles: Vec<Vec<u32>> = vec![Vec::new(); count];
            for triangle in 0..mesh.triangles().len() {
                let group = self.of_parts[mesh.part(triangle) as usize];
                triangles[group].push(triangle as u32);
            }
            let mut owners = vec![NONE; mesh.positions().len()];
            for (group, triangles) in triangles.iter().enumerate() {
                for vertex in border(mesh, triangles, with_all_vertices) {
                    let owner = &mut owners[vertex as usize];
                    match *owner {
                        NONE => *owner = group as u32,
                        other => sets.join(other as usize, group),
                    }
                }
            }
        }
        sets.lists()
    }
}

/// Returns the ends of the open edges of some triangles, or all of their vertices.
fn border(mesh: &Mesh, triangles: &[u32], with_all_vertices: bool) -> Vec<u32> {
    let corners = triangles
        .iter()
        .map(|&triangle| mesh.triangles()[triangle as usize]);
    if with_all_vertices {
        return corners.flatten().collect();
    }
    let edges = corners.flat_map(|[a, b, c]| [(a, b), (b, c), (c, a)]);
    // An edge in one direction counts 1, and −1 in the other.
    let mut edges: Vec<(u32, u32, i32)> = edges
        .map(|(a, b)| if a < b { (a, b, 1) } else { (b, a, -1) })
        .collect();
    edges.sort_unstable();
    let same = edges.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1));
    let open = same.filter(|edges| edges.iter().map(|edge| edge.2).sum::<i32>() != 0);
    open.flat_map(|edges| [edges[0].0, edges[0].1]).collect()
}

/// Sets of numbers that are joined step by step. Each set is known by its least number.
struct Sets {
    parents: Vec<usize>,
}

impl Sets {
    fn new(count: usize) -> Self {
        Self {
            parents: (0..count).collect(),
        }
    }

    fn least(&mut self, mut number: usize) -> usize {
        while self.parents[number] != number {
            self.parents[number] = self.parents[self.parents[number]];
            number = self.parents[number];
        }
        number
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.least(one), self.least(other));
        self.parents[one.max(other)] = one.min(other);
    }

    /// Returns the numbers of each set, in ascending order, and the sets in the order of their least numbers.
    fn lists(mut self) -> Vec<Vec<usize>> {
        let mut lists: Vec<Vec<usize>> = vec![Vec::new(); self.parents.len()];
        for number in 0..self.parents.len() {
            let least = self.least(number);
            lists[least].push(number);
        }
        lists.retain(|list| !list.is_empty());
        lists
    }
}

/// Divides a mesh into one mesh per list of parts.
fn divided(whole: SceneMesh, lists: &[Vec<usize>]) -> Result<Vec<SceneMesh>, MeshError> {
    let raw = whole.mesh.into_raw();
    // For each part, the number of its list and its number in this list.
    let mut places = vec![(0, 0); whole.parts.len()];
    for (list, parts) in lists.iter().enumerate() {
        for (number, &part) in parts.iter().enumerate() {
            places[part] = (list, number as u32);
        }
    }
    let place = |triangle: usize| places[raw.parts.get(triangle).map_or(0, |&part| part as usize)];
    let mut triangles: Vec<Vec<u32>> = vec![Vec::new(); lists.len()];
    for triangle in 0..raw.triangles.len() {
        triangles[place(triangle).0].push(triangle as u32);
    }
    let mut vertices = vec![NONE; raw.positions.len()];
    let mut rows = vec![NONE; raw.attributes.rows()];
    let mut meshes = Vec::with_capacity(lists.len());
    for (triangles, list) in triangles.iter().zip(lists) {
        let parts = list.iter().map(|&part| whole.parts[part].clone());
        let mut parts: Vec<Part> = parts.collect();
        let all = triangles.iter().map(|&triangle| triangle as usize);
        let (own, used) = renumbered(all.clone().map(|at| raw.triangles[at]), &mut vertices);
        let corners = all.clone().filter_map(|at| raw.attributes.corners.get(at));
        let (corners, used_rows) = renumbered(corners.copied(), &mut rows);
        let part_numbers = all.map(|at| place(at).1);
        let layers = raw.attributes.layers.iter().enumerate();
        let layers = layers.filter(|(layer, _)| parts.iter().any(|part| part.layers[*layer]));
        let kept: Vec<usize> = layers.clone().map(|(layer, _)| layer).collect();
        let layers: Vec<AttributeLayer> = layers
            .map(|(_, layer)| AttributeLayer {
                meaning: layer.meaning.clone(),
                width: layer.width,
                values: used_rows
                    .iter()
                    .flat_map(|&row| layer.row(row))
                    .copied()
                    .collect(),
            })
            .collect();
        for part in &mut parts {
            part.layers = kept.iter().map(|&layer| part.layers[layer]).collect();
        }
        let has_layers = !layers.is_empty();
        let mesh = Mesh::new(RawMesh {
            positions: used.iter().map(|&at| raw.positions[at as usize]).collect(),
            triangles: own,
            attributes: Attributes {
                corners: if has_layers { corners } else { Vec::new() },
                layers,
            },
            parts: match parts.len() {
                1 => Vec::new(),
                _ => part_numbers.collect(),
            },
        })?;
        meshes.push(SceneMesh {
            mesh,
            parts,
            ..SceneMesh::default()
        });
    }
    Ok(meshes)
}

/// Numbers the entries that triples of indices use, in the order of their first use. Returns the renumbered triples, and
/// the used entries. `numbers` has [`NONE`] for each entry, before and after.
fn renumbered(
    triples: impl Iterator<Item = [u32; 3]>,
    numbers: &mut [u32],
) -> (Vec<[u32; 3]>, Vec<u32>) {
    let mut used = Vec::new();
    let triples = triples.map(|triple| {
        triple.map(|entry| {
            let number = &mut numbers[entry as usize];
            if *number == NONE {
                *number = used.len() as u32;
                used.push(entry);
            }
            *number
        })
    });
    let triples: Vec<[u32; 3]> = triples.collect();
    for &entry in &used {
        numbers[entry as usize] = NONE;
    }
    (triples, used)
}
