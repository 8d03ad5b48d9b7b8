//! Groups of objects of the input and objects of the halves, within which the halves are matched with the input.

use std::collections::HashMap;

use crate::verify::object::Object;

/// Objects of the input, and the objects of both halves (here called parts) that belong to them. No half has more parts
/// than the group has objects.
#[derive(Default)]
pub(super) struct Group {
    /// The indices of the objects in the input.
    pub(super) objects: Vec<usize>,
    /// The indices of the parts in the front half and in the back half.
    pub(super) parts: [Vec<usize>; 2],
}

impl Group {
    /// Returns one group per name, in the order of the input. The result is `None` if a half has a name that the input
    /// does not have, or if it has more parts of a name than the input has objects. The name of a single object does
    /// not matter.
    pub(super) fn by_name(
        input: &[Object<'_>],
        halves: &[Vec<Object<'_>>; 2],
    ) -> Option<Vec<Self>> {
        if input.len() == 1 {
            return Self::of_all(input, halves).map(|group| vec![group]);
        }
        let mut groups: Vec<Self> = Vec::new();
        let mut of_name: HashMap<&str, usize> = HashMap::new();
        for (index, object) in input.iter().enumerate() {
            let next = groups.len();
            let group = *of_name.entry(object.name).or_insert(next);
            if group == next {
                groups.push(Self::default());
            }
            groups[group].objects.push(index);
        }
        for (half, parts) in halves.iter().enumerate() {
            for (index, part) in parts.iter().enumerate() {
                groups[*of_name.get(part.name)?].parts[half].push(index);
            }
        }
        groups.iter().all(Self::has_room).then_some(groups)
    }

    /// Returns all objects and parts as one group, whatever their names. The result is `None` if a half has more parts
    /// than the input has objects.
    pub(super) fn of_all(input: &[Object<'_>], halves: &[Vec<Object<'_>>; 2]) -> Option<Self> {
        let group = Self {
            objects: (0..input.len()).collect(),
            parts: halves.each_ref().map(|parts| (0..parts.len()).collect()),
        };
        group.has_room().then_some(group)
    }

    fn has_room(&self) -> bool {
        let mut halves = self.parts.iter();
        halves.all(|parts| parts.len() <= self.objects.len())
    }
}
