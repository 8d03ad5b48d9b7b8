//! Families of parallel planes, after which the parts of a division are named.

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
        let mut letters = ('a'..='w').map(String::from);
        for (number, family) in (1..).zip(&mut families) {
            family.name = match family.axis() {
                Some(axis) => ["x", "y", "z"][axis].into(),
                None => letters
                    .next()
                    .unwrap_or_else(|| format!("direction{number}-")),
            };
        }
        families
    }

    /// Returns the axis to which the planes are perpendicular.
    fn axis(&self) -> Option<usize> {
        let normal = self.first.normal();
        let mut axes = (0..3).filter(|&axis| normal[axis] != 0.0);
        axes.next().filter(|_| axes.next().is_none())
    }

    /// Returns `true` if the places count in the direction of the first plane's normal. Along an axis, they count in its
    /// direction.
    fn counts_to_front(&self) -> bool {
        self.axis()
            .is_none_or(|axis| self.first.normal()[axis] > 0.0)
    }

    /// Returns the place of a part among the planes: the name, and the number of planes below the part.
    pub(super) fn place(&self, sides: &[Side]) -> String {
        let to_front = self.counts_to_front();
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
