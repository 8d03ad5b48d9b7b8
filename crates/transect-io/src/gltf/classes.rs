//! Names of objects with the IFC classes that converters write elsewhere.
//!
//! The part of a name before a slash is the class of an object. Converters write the class in other places, too: before
//! another character, in the extras of a node, or at a node around the object. Without the class, each object would be a
//! class of its own.

use std::borrow::Cow;
use std::collections::HashMap;

use transect_mesh::scene::Scene;

use crate::budget::Budget;
use crate::error::PlacedError;
use crate::ifc_class::{ifc_class, of_name};
use crate::input::counted;

/// The classes of nodes that contain objects of other classes.
const CONTAINERS: [&str; 7] = [
    "IfcProject",
    "IfcSite",
    "IfcBuilding",
    "IfcBuildingStorey",
    "IfcFacility",
    "IfcFacilityPart",
    "IfcSpace",
];

/// The class of an object of an IFC file without another class. All objects with a shape are products.
const PRODUCT: &str = "IfcProduct";

/// Words in the names of programs that convert IFC files.
const CONVERTERS: [&str; 2] = ["ifc", "xbim"];

/// Puts the IFC class of each object before its name, as in `IfcWall/north`, and returns sentences about it. `generator`
/// is the program that wrote the file. Names without a class change only in files of converters of IFC.
pub(super) fn name_by_class(
    scene: &mut Scene,
    generator: Option<&str>,
    budget: &mut Budget,
) -> Result<Vec<String>, PlacedError> {
    let generator = generator.map(str::to_lowercase);
    let is_converted =
        generator.is_some_and(|generator| CONVERTERS.iter().any(|word| generator.contains(word)));
    let objects: Vec<usize> = scene.objects().collect();
    let mut names = Vec::new();
    let mut without = 0;
    let mut classes = Classes::new(scene);
    for &node in &objects {
        let name = match classes.named(node) {
            Some(Cow::Borrowed(_)) => continue,
            Some(Cow::Owned(name)) => name,
            None if is_converted => {
                without += 1;
                format!("{PRODUCT}/{}", without_frame(&scene.nodes[node].name))
            }
            None => continue,
        };
        budget.charge("nodes", 1, name.len() + size_of::<(usize, String)>())?;
        names.push((node, name));
    }
    let mut sentences = Vec::new();
    if names.len() > without {
        let objects = counted(names.len() - without, "object");
        sentences.push(format!("{objects} named by IFC class"));
    }
    if without > 0 {
        let objects = counted(without, "object");
        sentences.push(format!(
            "{objects} without an IFC class, all read as {PRODUCT}; docs/from-ifc.md has a converter that keeps classes"
        ));
    }
    for (node, name) in names {
        scene.nodes[node].name = name;
    }
    Ok(sentences)
}

/// The nearest nodes with IFC classes, from objects up to the root. Each node is looked at once.
struct Classes<'a> {
    scene: &'a Scene,
    /// For each node that was looked at: the nearest node, from itself up, that has a class.
    nearest: Vec<Option<Option<usize>>>,
    /// The classes of these nodes.
    classes: HashMap<usize, Cow<'a, str>>,
}

impl<'a> Classes<'a> {
    fn new(scene: &'a Scene) -> Self {
        Self {
            scene,
            nearest: vec![None; scene.nodes.len()],
            classes: HashMap::new(),
        }
    }

    /// Returns the nearest node, from a node up, that has a class.
    fn nearest(&mut self, node: usize) -> Option<usize> {
        let mut path = Vec::new();
        let mut next = Some(node);
        let found = loop {
            let Some(at) = next else {
                break None;
            };
            if let Some(known) = self.nearest[at] {
                break known;
            }
            path.push(at);
            if let Some(class) = ifc_class(&self.scene.nodes[at]) {
                self.classes.insert(at, class);
                break Some(at);
            }
            next = self.scene.nodes[at].parent;
        };
        for at in path {
            self.nearest[at] = Some(found);
        }
        found
    }

    /// Returns the name of an object with its class in front: the class in its name, in its extras, or of the nearest node
    /// above it that has one. Nodes that contain objects of other classes have none.
    fn named(&mut self, node: usize) -> Option<Cow<'a, str>> {
        let own = &self.scene.nodes[node];
        let named = |class: &str| format!("{class}/{}", without_frame(&own.name));
        if let Some((class, rest)) = of_name(&own.name) {
            return Some(match rest {
                Some(rest) if !own.name[class.len()..].starts_with('/') => {
                    format!("{class}/{rest}").into()
                }
                _ => (&*own.name).into(),
            });
        }
        let found = self.nearest(node)?;
        let parent = &self.scene.nodes[found];
        let class = &**self.classes.get(&found)?;
        if found == node {
            return Some(named(class).into());
        }
        let title = match of_name(&parent.name) {
            Some((_, rest)) => rest.unwrap_or_default(),
            None => &parent.name,
        };
        let named = if own.name.starts_with(title) {
            named(class)
        } else {
            format!("{class}/{title}/{}", own.name)
        };
        (!CONTAINERS.contains(&class)).then(|| named.into())
    }
}

/// Returns the name of an object without the frame that IfcConvert puts around its GUID.
fn without_frame(name: &str) -> Cow<'_, str> {
    let guid = name.strip_prefix("product-");
    let guid = guid.and_then(|rest| rest.get(..36));
    guid.and_then(compressed).map_or(name.into(), Cow::Owned)
}

/// Returns a GUID of 32 hexadecimal digits and four hyphens in the form of IFC files: 22 digits to the base 64.
fn compressed(guid: &str) -> Option<String> {
    const DIGITS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$";
    let hexadecimal: String = guid.split('-').collect();
    let is_guid = hexadecimal.len() == 32 && hexadecimal.bytes().all(|c| c.is_ascii_hexdigit());
    let number = u128::from_str_radix(&hexadecimal, 16)
        .ok()
        .filter(|_| is_guid)?;
    let digit = |place: u32| char::from(DIGITS[(number >> (6 * place)) as usize & 63]);
    Some((0..22).rev().map(digit).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guids_have_the_form_of_ifc_files() {
        assert_eq!(
            without_frame("product-04734147-a1c1-4fa6-95e8-f710acbeac36-body"),
            "04Sq57eS5FffNezn2ilgms"
        );
        for name in [
            "product-1",
            "04Sq57eS5FffNezn2ilgms",
            "product-04734147-a1c1-4fa6-95e8-f710acbeacé6",
        ] {
            assert_eq!(without_frame(name), name);
        }
    }
}
