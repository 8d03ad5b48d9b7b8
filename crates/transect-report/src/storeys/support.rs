//! The support that the floors of a building give to each axis as the one that points up.

use transect_io::{Document, Format};
use transect_mesh::Mesh;
use transect_mesh::scene::Scene;

use crate::numbers::{counted, grouped, measured};
use crate::placed::{PlacedObject, meshes};
use crate::storeys::evidence::evidence_of;
use crate::storeys::floors::{Floors, Lengths, floors, kind};
use crate::storeys::storey::{Evidence, Extent};

/// In glTF, z points up in place of y if its floors have more than this many times the weight.
const DECISIVE: f64 = 4.0;

/// The floors along each axis.
pub(crate) struct Support<'w> {
    /// The objects that can have floors, with their names.
    named: Vec<(&'w str, &'w Mesh)>,
    pub(super) kind: Evidence,
    pub(super) found: [Option<Floors>; 3],
    finish: f64,
}

impl<'w> Support<'w> {
    /// Finds the floors of objects that [`placed`](crate::placed::placed) placed in a world, along the axes that are to
    /// be examined.
    pub(crate) fn of(
        world: &'w Scene,
        objects: &'w [PlacedObject],
        examined: [bool; 3],
        lengths: &Lengths,
    ) -> Self {
        let names = objects.iter().map(|object| &*object.name);
        let named: Vec<(&str, &Mesh)> = names.zip(meshes(world)).collect();
        let kind = kind(named.iter().map(|(name, _)| *name));
        let found = [0, 1, 2].map(|axis| {
            examined[axis].then(|| floors(&named, kind, axis, top(world, axis), lengths))
        });
        Self {
            named,
            kind,
            found,
            finish: lengths.finish(),
        }
    }

    /// Returns the support of each axis that was examined.
    pub(crate) fn by_axis(&self) -> [Option<f64>; 3] {
        let floors = self.found.each_ref();
        floors.map(|floors| floors.as_ref().map(|floors| floors.support))
    }

    /// Returns the axis with the greatest support. With equal support, z is preferred to y, and y to x.
    pub(super) fn greatest(&self) -> usize {
        let support = self.by_axis().map(|support| support.unwrap_or(-1.0));
        let axes = (0..3).max_by(|a: &usize, b: &usize| support[*a].total_cmp(&support[*b]));
        axes.unwrap_or(2)
    }

    /// Returns the axis that points up in glTF: y by the specification. It is z if there are floors along z that cover a
    /// twentieth of the building or more, and hardly any along y: less than a quarter of the area, or of the average
    /// number of rooms per floor. For sides of rooms, too, are level if the wrong axis points up, and make many floors.
    pub(crate) fn axis_of_gltf(&self) -> usize {
        let [y, z] = [self.weight(1), self.weight(2)];
        if z > DECISIVE * y && !self.extent(2).is_sparse() {
            2
        } else {
            1
        }
    }

    /// Returns the area of the floors along an axis, or the average number of rooms, or of walls and columns, per floor.
    fn weight(&self, axis: usize) -> f64 {
        let floors = self.found[axis].as_ref();
        let Some(floors) = floors.filter(|floors| !floors.list.is_empty()) else {
            return 0.0;
        };
        match self.kind {
            Evidence::Faces => floors.support,
            _ => floors.support / floors.list.len() as f64,
        }
    }

    /// Returns the reason why z points up in glTF, as the text of a note.
    pub(crate) fn reason(&self) -> String {
        let [along_z, along_y] = [2, 1].map(|axis| {
            let none = Floors::default();
            let floors = self.found[axis].as_ref().unwrap_or(&none);
            let list = counted(floors.list.len(), "floor");
            match self.kind {
                Evidence::Faces => format!("{list} of {} m²", measured(floors.support)),
                Evidence::Rooms => format!("{} rooms on {list}", grouped(floors.support as usize)),
                Evidence::Walls => {
                    let standing = grouped(floors.support as usize);
                    format!("{standing} walls and columns on {list}")
                }
            }
        });
        format!(
            "in glTF, y points up, but in this model z does: {along_z} along z, {along_y} along y"
        )
    }

    /// Returns the area that the floors along an axis cover, and that of the building.
    pub(super) fn extent(&self, axis: usize) -> Extent {
        let none = Floors::default();
        let floors = self.found[axis].as_ref().unwrap_or(&none);
        let telling = self.named.iter();
        let telling = telling.filter(|(name, _)| evidence_of(name).is_some());
        let building = rectangle(telling.map(|(_, mesh)| *mesh), axis);
        let standing = self.named.iter().filter(|(name, mesh)| {
            evidence_of(name) == Some(Evidence::Walls) && floors.carry(mesh, axis, self.finish)
        });
        let floor = match self.kind {
            // The undersides of walls are small.
            Evidence::Walls => rectangle(standing.map(|(_, mesh)| *mesh), axis),
            _ => {
                let areas = floors.list.iter().map(|floor| floor.level.area);
                areas.fold(0.0, f64::max)
            }
        };
        Extent { floor, building }
    }
}

/// Returns `true` if all files are glTF, in which y points up.
pub(crate) fn is_gltf(document: &Document) -> bool {
    let mut sources = document.sources.iter();
    !document.sources.is_empty() && sources.all(|source| source.format == Format::Glb)
}

/// Returns the greatest coordinate of a scene on an axis.
pub(super) fn top(world: &Scene, axis: usize) -> f64 {
    let tops = meshes(world).filter_map(Mesh::bounds);
    tops.map(|bounds| bounds.max()[axis])
        .fold(f64::NEG_INFINITY, f64::max)
}

/// Returns the area of the bounding rectangle of meshes, seen along an axis.
fn rectangle<'m>(meshes: impl Iterator<Item = &'m Mesh>, axis: usize) -> f64 {
    let bounds = meshes.filter_map(Mesh::bounds).copied();
    let all = bounds.reduce(|all, own| all.join(&own));
    all.map_or(0.0, |all| {
        let side = |other: usize| all.max()[other] - all.min()[other];
        side((axis + 1) % 3) * side((axis + 2) % 3)
    })
}
