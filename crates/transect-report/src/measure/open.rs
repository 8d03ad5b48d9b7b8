//! The volumes of open objects (docs/measure.md, "Open objects").
#![expect(missing_docs, reason = "docs/measure.md describes the fields")]

use serde::Serialize;
use transect::polygons::InsideRule;
use transect_mesh::{CurveBelowRims, FilledRims, Mesh, OpenShell};

use crate::measure::measures::Measures;
use crate::measure::volume::AskedVolume;
use crate::report::Bounds;

/// The largest number of open bodies that a report lists.
const BODIES: usize = 10;

/// The volumes of an open object.
#[derive(Debug, Serialize)]
pub struct OpenMeasures {
    pub rims: usize,
    pub volume_rims_left: f64,
    pub volume_rims_filled: f64,
    pub volume_rims_filled_error: Option<f64>,
    pub closed_bodies: usize,
    pub closed_bodies_measures: Option<Measures>,
    pub open_bodies: usize,
    pub open_bodies_list: Vec<OpenBody>,
    pub closed_below: Option<f64>,
    pub heights: Vec<BelowMeasures>,
    pub volumes: Vec<BelowVolume>,
}

/// An open body of an open object.
#[derive(Debug, Serialize)]
pub struct OpenBody {
    pub triangles: usize,
    pub open_edges: usize,
    pub bounds: Bounds,
}

/// The part of an open object below a height up to which it is closed.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct BelowMeasures {
    pub height: f64,
    pub area: f64,
    pub area_error: f64,
    pub volume_behind: f64,
    pub volume_error: f64,
    pub centroid_behind: Option<[f64; 3]>,
    pub centroid_error: Option<f64>,
}

/// The height at which an open object has a requested volume behind it, or `None` if it is not closed so far up.
#[derive(Clone, Debug, Serialize)]
pub struct BelowVolume {
    pub asked: String,
    pub volume: f64,
    pub height: Option<f64>,
}

impl OpenMeasures {
    /// Returns the volumes of an open mesh, without those below a height. `filled` is the mesh with filled rims. The rule
    /// decides about the closed bodies.
    ///
    /// ```
    /// use transect::polygons::InsideRule;
    /// use transect_report::measure::open::OpenMeasures;
    /// use transect_mesh::{Mesh, RawMesh};
    /// // A tetrahedron without its face in x = 0.
    /// let positions = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3]];
    /// let mesh = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let open = OpenMeasures::of(&mesh, &mesh.with_filled_rims()?, InsideRule::Nonzero);
    /// assert_eq!((open.rims, open.volume_rims_filled, open.closed_bodies), (1, 1.0 / 6.0, 0));
    /// # Ok::<(), transect_mesh::MeshError>(())
    /// ```
    #[must_use]
    pub fn of(mesh: &Mesh, filled: &FilledRims, rule: InsideRule) -> Self {
        let measures = Measures::of(&filled.mesh);
        let mut shells = mesh.closed_shells();
        shells
            .open
            .sort_by_key(|shell| std::cmp::Reverse(shell.open_edges));
        let listed = shells.open.iter().take(BODIES);
        Self {
            rims: filled.rims,
            volume_rims_left: mesh.volume(),
            // The filled mesh is closed, so it has a volume.
            volume_rims_filled: measures.volume.unwrap_or_default(),
            volume_rims_filled_error: measures.volume_error,
            closed_bodies: shells.count,
            closed_bodies_measures: (shells.count > 0)
                .then(|| Measures::inside(&shells.mesh, rule).0),
            open_bodies: shells.open.len(),
            open_bodies_list: listed.map(OpenBody::of).collect(),
            closed_below: None,
            heights: Vec::new(),
            volumes: Vec::new(),
        }
    }

    /// Adds the measures below the heights of the table up to which the object is closed, and the heights of volumes.
    pub(super) fn add_below(
        &mut self,
        below: &CurveBelowRims,
        heights: &[f64],
        volumes: &[AskedVolume],
    ) {
        self.closed_below = Some(below.closed_below);
        let inside = heights
            .iter()
            .filter(|height| **height <= below.closed_below);
        self.heights = inside
            .map(|&height| BelowMeasures::of(height, below))
            .collect();
        let most = below.curve.at(below.closed_below).volume;
        let volumes = volumes.iter().map(|asked| {
            let volume = asked.of(most);
            let height = below.curve.height_of_volume(volume);
            BelowVolume {
                asked: asked.text().into(),
                volume,
                height: height.filter(|height| *height <= below.closed_below),
            }
        });
        self.volumes = volumes.collect();
    }
}

impl OpenBody {
    fn of(shell: &OpenShell) -> Self {
        Self {
            triangles: shell.triangles,
            open_edges: shell.open_edges,
            bounds: Bounds::of(shell.bounds),
        }
    }
}

impl BelowMeasures {
    fn of(height: f64, below: &CurveBelowRims) -> Self {
        let point = below.curve.at(height);
        Self {
            height,
            area: point.area,
            area_error: point.area_error,
            volume_behind: point.volume,
            volume_error: point.volume_error,
            centroid_behind: point.centroid,
            centroid_error: point.centroid.map(|_| point.centroid_error),
        }
    }
}
