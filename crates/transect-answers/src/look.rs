//! The relation of one object to a plane: its side, its parts in the plane, and its section.

use transect::polygons::InsideRule;
use transect::{Cutter, Extent, Side};
use transect_mesh::{OnPlane, Section};
use transect_report::OnPlaneRule;

use crate::model::Object;

/// The relation of an object to a plane: its side, its parts in the plane, and its section.
pub(crate) struct Look {
    /// The side of the object, exact for its vertices: strictly in front, strictly behind, or cut. An object without
    /// triangles is in front.
    pub(crate) side: Side,
    /// `true` if the plane meets the object, and at least one side of the plane has no part of it.
    pub(crate) touching: bool,
    /// `true` if the object has parts on both sides of the plane, and no part of it meets the plane.
    pub(crate) divided: bool,
    pub(crate) on: OnPlane,
    /// The section of the object; `None` if the plane does not meet the object, or if no section is wanted.
    pub(crate) section: Option<Section>,
}

impl Look {
    fn aside(side: Side) -> Self {
        Self {
            side,
            touching: false,
            divided: false,
            on: OnPlane::default(),
            section: None,
        }
    }

    /// Returns the letter of the object's side, as responses write it: f (front), o (on) or b (back).
    pub(crate) fn letter(&self) -> char {
        match self.side {
            Side::Front => 'f',
            Side::On => 'o',
            Side::Back => 'b',
        }
    }
}

impl Object {
    /// Returns the relation of this object to the plane. `of_box` is the relation of its bounding box, which alone
    /// decides for most objects. The section is computed only if `limit` is given. A `limit` is one of two limits of
    /// sections by parallel planes, which approach the plane from behind or from the front.
    pub(crate) fn look(
        &self,
        cutter: &impl Cutter,
        of_box: Option<Extent>,
        limit: Option<OnPlaneRule>,
    ) -> Look {
        // An object without triangles has no bounding box, and no plane meets it.
        let Some(of_box) = of_box else {
            return Look::aside(Side::Front);
        };
        if of_box.side() != Side::On {
            return Look::aside(of_box.side());
        }
        let (section, on) = self.meet(cutter, limit);
        if on.crossed > 0 {
            // The object has vertices on both sides of the plane, so it is cut.
            return Look {
                section,
                on,
                ..Look::aside(Side::On)
            };
        }
        let contact = self.mesh().contact(cutter);
        Look {
            touching: contact.touching(),
            divided: contact.divided(),
            section: section.filter(|_| !on.vertices.is_empty()),
            on,
            ..Look::aside(contact.extent().map_or(Side::Front, Extent::side))
        }
    }

    /// Returns the section of the object, and its vertices, edges and faces in the plane. If the tree over the object's
    /// triangles is already built, the tree is used. This is faster, and the result has the same bits.
    fn meet(&self, cutter: &impl Cutter, limit: Option<OnPlaneRule>) -> (Option<Section>, OnPlane) {
        let mesh = self.mesh();
        match (self.tree.get(), limit) {
            (Some(tree), Some(limit)) => {
                let (section, on) = tree.section_and_on_plane(cutter, limit.side());
                (Some(section), on)
            }
            (Some(tree), None) => (None, tree.on_plane(cutter)),
            (None, Some(limit)) => {
                let sections = mesh.sections(cutter);
                let section = sections.counting_on_as(limit.side()).clone();
                (Some(section), mesh.on_plane(cutter))
            }
            (None, None) => (None, mesh.on_plane(cutter)),
        }
    }

    /// Returns the area of the section by a plane. If a face lies in the plane, the area is the limit as the plane is
    /// approached from behind.
    pub(crate) fn area(&self, cutter: &impl Cutter, rule: InsideRule) -> f64 {
        let section = match self.tree.get() {
            Some(tree) => tree.section(cutter),
            None => self.mesh().section(cutter),
        };
        section.inside(rule).section.area()
    }
}
