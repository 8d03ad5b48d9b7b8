//! Groups of objects of the input and objects of the parts, within which the parts are matched with the input.

use std::collections::HashMap;

use crate::verify::object::Object;

/// Objects of the input, and the objects of all parts (here called pieces) that belong to them. No part has more pieces
/// than the group has objects.
#[derive(Clone)]
pub(super) struct Group {
    /// The indices of the objects in the input.
    pub(super) objects: Vec<usize>,
    /// For each part, the indices of the pieces in it.
    pub(super) pieces: Vec<Vec<usize>>,
}

impl Group {
    /// Returns one group per name, in the order of the input. The result is `None` if a part has a name that the input
    /// does not have, or if it has more pieces of a name than the input has objects. The name of a single object does
    /// not matter.
    pub(super) fn by_name(input: &[Object<'_>], parts: &[Vec<Object<'_>>]) -> Option<Vec<Self>> {
        if input.len() == 1 {
            return Self::of_all(input, parts).map(|group| vec![group]);
        }
        let mut groups: Vec<Self> = Vec::new();
        let mut of_name: HashMap<&str, usize> = HashMap::new();
        for (index, object) in input.iter().enumerate() {
            let next = groups.len();
            let group = *of_name.entry(object.name).or_insert(next);
            if group == next {
                groups.push(Self {
                    objects: Vec::new(),
                    pieces: vec![Vec::new(); parts.len()],
                });
            }
            groups[group].objects.push(index);
        }
        for (part, pieces) in parts.iter().enumerate() {
            for (index, piece) in pieces.iter().enumerate() {
                groups[*of_name.get(piece.name)?].pieces[part].push(index);
            }
        }
        groups.iter().all(Self::has_room).then_some(groups)
    }

    /// Returns all objects and pieces as one group, whatever their names. The result is `None` if a part has more pieces
    /// than the input has objects.
    pub(super) fn of_all(input: &[Object<'_>], parts: &[Vec<Object<'_>>]) -> Option<Self> {
        let all = |objects: &Vec<Object<'_>>| (0..objects.len()).collect();
        let group = Self {
            objects: (0..input.len()).collect(),
            pieces: parts.iter().map(all).collect(),
        };
        group.has_room().then_some(group)
    }

    fn has_room(&self) -> bool {
        let mut parts = self.pieces.iter();
        parts.all(|pieces| pieces.len() <= self.objects.len())
    }
}
