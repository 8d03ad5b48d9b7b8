//! Families of parallel planes, after which the parts of a division are named.

use transect::grid::{counts_to_front, names};
use transect::{Plane, Relation, Side};

/// Parallel planes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Family {
    /// The name: that of the axis to which the planes are perpendicular, or a letter.
    name: String,
    first: Plane,
    /// The indices of the planes, each with `true` if its front is the front of the first plane.
    planes: Vec<(usize, bool)>,
}

impl Family {
    /// Groups planes. Families have the order of their first planes.
    pub(super) fn of<'p>(planes: impl Iterator<Item = &'p Plane>) -> Vec<Self> {
        let mut families: Vec<Self> = Vec::new();
        for (index, plane) in planes.enumerate() {
            let parallel =
                families
                    .iter_mut()
                    .find_map(|family| match family.first.relation(plane) {
                        Relation::Crossing => None,
                        Relation::Parallel { is_flipped, .. } | Relation::Same { is_flipped } => {
                            Some((family, !is_flipped))
                        }
                    });
            match parallel {
                Some((family, agrees)) => family.planes.push((index, agrees)),
                None => families.push(Self {
                    name: String::new(),
                    first: *plane,
                    planes: vec![(index, true)],
                }),
            }
        }
        let firsts: Vec<Plane> = families.iter().map(|family| family.first).collect();
        for (family, name) in families.iter_mut().zip(names(&firsts)) {
            family.name = name;
        }
        families
    }

    /// Returns the place of a part among the planes: the name, and the number of planes below the part.
    pub(super) fn place(&self, sides: &[Side]) -> String {
        let to_front = counts_to_front(&self.first);
        let is_above = |&&(plane, agrees): &&(usize, bool)| {
            (sides[plane] == Side::Front) == (agrees == to_front)
        };
        let below = self.planes.iter().filter(is_above).count();
        format!("{}{below}", self.name)
    }

    /// Returns all places.
    pub(super) fn places(&self) -> Vec<String> {
        let places = 0..=self.planes.len();
        places
            .map(|place| format!("{}{place}", self.name))
            .collect()
    }
}
