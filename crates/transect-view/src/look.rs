//! How one object lies to a plane: its side, what lies in the plane, its section.

use transect::mesh::{OnPlane, Section};
use transect::{Cutter, Extent, Side};
use transect_report::OnPlaneRule as Limit;

use crate::model::Object;

/// What a plane makes of an object.
pub(crate) struct Look {
    /// Strictly in front, strictly behind, or met: told from the vertices.
    pub(crate) side: Side,
    /// Met from one side alone.
    pub(crate) touching: bool,
    /// With parts on both sides, none of which is met.
    pub(crate) divided: bool,
    pub(crate) on: OnPlane,
    /// None where the plane meets nothing.
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

    /// The letter of the side.
    pub(crate) fn letter(&self) -> char {
        match self.side {
            Side::Front => 'f',
            Side::On => 'c',
            Side::Back => 'b',
        }
    }
}

impl Object {
    /// How this object lies, if its box lies so: boxes first, most objects need no more. The section is told
    /// for one `limit`, or not at all.
    pub(crate) fn look(
        &self,
        cutter: &impl Cutter,
        of_box: Option<Extent>,
        limit: Option<Limit>,
    ) -> Look {
        // Without triangles there is nothing that the plane could meet.
        let Some(of_box) = of_box else {
            return Look::aside(Side::Front);
        };
        if of_box.side() != Side::On {
            return Look::aside(of_box.side());
        }
        let (section, on) = self.meet(cutter, limit);
        if on.crossed > 0 {
            // It has vertices on both sides, and the plane lies between them.
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

    /// The section, and what lies in the plane: by the tree where there is one, which gives the same bits.
    fn meet(&self, cutter: &impl Cutter, limit: Option<Limit>) -> (Option<Section>, OnPlane) {
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

    /// The area of the section just behind a plane.
    pub(crate) fn area(&self, cutter: &impl Cutter) -> f64 {
        match self.tree.get() {
            Some(tree) => tree.section(cutter).area(),
            None => self.mesh().section(cutter).area(),
        }
    }
}
