//! Material libraries: MTL files beside OBJ files.

use std::path::Path;

use hashbrown::HashMap;
use transect_mesh::scene::Material;

use crate::obj::texture::{Map, map};
use crate::text::{Lines, name, number, words};

/// The largest number of ignored keywords that are named.
const MOST_KEYWORDS: usize = 32;

/// Reads the materials of a library into `materials`; `by_name` maps their names to indices. If a name exists already,
/// its definition changes the existing material. `Kd` is read as a linear colour, and `d` or `1 − Tr` as opacity. The
/// images of `map_Kd` are added to `maps`.
/// Returns the ignored keywords, each once, and the number of lines whose value is not a number. After
/// [`MOST_KEYWORDS`] keywords, the last entry stands for all others.
pub(super) fn read(
    (path, bytes): (&Path, &[u8]),
    materials: &mut Vec<Material>,
    by_name: &mut HashMap<String, usize>,
    maps: &mut HashMap<usize, Map>,
) -> (Vec<String>, usize) {
    let mut lines = Lines::new(bytes);
    let mut current = None;
    let mut others: Vec<String> = Vec::new();
    let (mut wrong, mut has_more) = (0, false);
    while let Some((_, line)) = lines.next() {
        let mut rest = words(&line);
        let Some(keyword) = rest.next() else {
            continue;
        };
        if keyword == b"newmtl" {
            let name = name(&line.trim_ascii_start()[keyword.len()..]);
            current = Some(*by_name.entry(name.clone()).or_insert_with(|| {
                materials.push(Material {
                    name,
                    ..Material::default()
                });
                materials.len() - 1
            }));
            continue;
        }
        if let (b"map_Kd", Some(material)) = (keyword, current) {
            match map(&line.trim_ascii_start()[keyword.len()..], path) {
                Some(map) => _ = maps.insert(material, map),
                None => wrong += 1,
            }
            continue;
        }
        let material = current.map(|index: usize| &mut materials[index]);
        let mut values = rest.map(|word| number(word, "").ok());
        match (keyword, material) {
            (b"Kd", Some(material)) => match values.next() {
                Some(Some(red)) => {
                    // If `Kd` has a single number, the colour is a grey of that value.
                    let green = values.next().flatten().unwrap_or(red);
                    let blue = values.next().flatten().unwrap_or(red);
                    material.color[..3].copy_from_slice(&[red, green, blue]);
                }
                _ => wrong += 1,
            },
            (b"d", Some(material)) => match values.next().flatten() {
                Some(opacity) => material.color[3] = opacity,
                None => wrong += 1,
            },
            (b"Tr", Some(material)) => match values.next().flatten() {
                Some(transparency) => material.color[3] = 1.0 - transparency,
                None => wrong += 1,
            },
            // A line that begins with `#` is a comment.
            _ if keyword.starts_with(b"#") => {}
            _ => {
                let keyword = name(&keyword[..keyword.len().min(40)]);
                if !others.contains(&keyword) {
                    if others.len() < MOST_KEYWORDS {
                        others.push(keyword)
                    } else {
                        has_more = true
                    }
                }
            }
        }
    }
    if has_more {
        others.push("other keywords".to_owned());
    }
    (others, wrong)
}
