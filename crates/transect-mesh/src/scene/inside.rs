//! The volumes of the points inside, by a rule, in the parts of a cut.

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;

use transect::polygons::InsideRule;
use transect_exact::Side;

use crate::mesh::PartPlace;
use crate::mesh::indexed::Mesh;
use crate::scene::cut::{ObjectCut, SceneCut, reaches};
use crate::scene::model::Scene;
use crate::scene::object::PlacementError;
use crate::scene::object_cut::Cut;

impl Scene {
    /// Returns the volumes of the points inside, by a rule, in the pieces of the objects of a cut of this scene: for each
    /// object one number per piece, in their order, or `None` if it is not known which points are inside
    /// ([`Mesh::inside`]).
    ///
    /// If no body of an object is inside out and no point inside of one lies in another, these are the volumes of the pieces.
    /// Otherwise, the mesh that bounds the points inside is cut by the same planes, without rounding to an output format.
    ///
    /// ```
    /// use transect::{Plane, polygons::InsideRule};
    /// use transect_mesh::scene::{Encoding, Node, Scene, SceneMesh};
    /// use transect_mesh::{Mesh, RawMesh};
    /// // A tetrahedron that is inside out.
    /// let positions = vec![[0.0; 3], [6.0, 0.0, 0.0], [0.0, 6.0, 0.0], [0.0, 0.0, 6.0]];
    /// let triangles = vec![[0, 1, 2], [0, 3, 1], [1, 3, 2], [0, 2, 3]];
    /// let mesh = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let scene = Scene {
    ///     nodes: vec![Node { mesh: Some(0), ..Node::default() }],
    ///     meshes: vec![SceneMesh { mesh, ..SceneMesh::default() }],
    ///     ..Scene::default()
    /// };
    /// let cut = scene.cut(&"z = 3".parse::<Plane>()?, Encoding::Double, |_| true, |_| ())?;
    /// let signed: Vec<_> = cut.objects[0].pieces.iter().map(|(_, own)| own.volume).collect();
    /// assert_eq!(signed, [Some(-4.5), Some(-31.5)]);
    /// let inside = scene.volumes_inside(&cut, InsideRule::Nonzero)?;
    /// assert_eq!(inside, [Some(vec![4.5, 31.5])]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`PlacementError`] that names an object with a coordinate beyond the range of floats.
    pub fn volumes_inside(
        &self,
        cut: &SceneCut,
        rule: InsideRule,
    ) -> Result<Vec<Option<Vec<f64>>>, PlacementError> {
        let mut places = vec![None; self.nodes.len()];
        let closed = cut.objects.iter().enumerate();
        for (place, object) in closed.filter(|(_, own)| own.is_closed) {
            places[object.node] = Some(place);
        }
        let mut volumes = vec![None; cut.objects.len()];
        self.each_object(
            |node| places[node].is_some(),
            |node, mesh, _| {
                if let Some(place) = places[node] {
                    volumes[place] = self.volumes_in_pieces(mesh, &cut.objects[place], cut, rule);
                }
                Ok(())
            },
        )?;
        Ok(volumes)
    }

    /// Returns the volumes of the points inside of an object, with this mesh in the world, in its pieces.
    fn volumes_in_pieces(
        &self,
        mesh: &Mesh,
        object: &ObjectCut,
        cut: &SceneCut,
        rule: InsideRule,
    ) -> Option<Vec<f64>> {
        let is_met = object.sides().any(|side| side == Side::On);
        let surface = self.to_cut(mesh, is_met);
        let pieces = object.pieces.iter();
        let bounding = match surface.mesh.inside(rule)? {
            Cow::Borrowed(_) => return pieces.map(|(_, own)| own.volume).collect(),
            Cow::Owned(bounding) => bounding,
        };
        let is_region = cut
            .parts
            .first()
            .is_some_and(|part| part.place == PartPlace::Inside);
        let reaches = reaches(&bounding, &cut.planes);
        let inside = Cut::of(&bounding, &cut.planes, &reaches, is_region);
        let volumes: Vec<(&PartPlace, f64)> = inside.volumes(&bounding).collect();
        let volume = |part: usize| {
            let place = &cut.parts[part].place;
            let own = volumes.iter().find(|(own, _)| *own == place);
            own.map_or(0.0, |(_, volume)| *volume)
        };
        Some(pieces.map(|(part, _)| volume(*part)).collect())
    }
}
