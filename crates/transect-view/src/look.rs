//! How one object lies to a plane: its side, what lies in the plane, its section.

use transect::mesh::{OnPlane, Section};
use transect::{Cutter, Extent, Side};
use transect_report::OnPlane as Limit;

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
        let mesh = self.mesh();
        let on = match self.tree.get() {
            Some(tree) => tree.on_plane(cutter),
            None => mesh.on_plane(cutter),
        };
        if on.crossed > 0 {
            // It has vertices on both sides, and the plane lies between them.
            return Look {
                section: limit.map(|limit| self.section(cutter, limit)),
                on,
                ..Look::aside(Side::On)
            };
        }
        let contact = mesh.contact(cutter);
        let side = contact.extent().map_or(Side::Front, Extent::side);
        let meets = side == Side::On && !on.vertices.is_empty();
        Look {
            touching: contact.touching(),
            divided: contact.divided(),
            section: limit
                .filter(|_| meets)
                .map(|limit| self.section(cutter, limit)),
            on,
            ..Look::aside(side)
        }
    }

    /// The section, by the tree where there is one: the same bits.
    pub(crate) fn section(&self, cutter: &impl Cutter, limit: Limit) -> Section {
        match (self.tree.get(), limit) {
            (Some(tree), Limit::Front) => tree.section(cutter),
            (None, Limit::Front) => self.mesh().section(cutter),
            (Some(tree), Limit::Back) => tree.sections(cutter).counting_on_as(Side::Back).clone(),
            (None, Limit::Back) => self
                .mesh()
                .sections(cutter)
                .counting_on_as(Side::Back)
                .clone(),
        }
    }
}
