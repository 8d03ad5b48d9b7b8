//! The points inside of the surfaces of a mesh by a rule, as a mesh.

use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;

use transect::polygons::InsideRule;

use crate::mesh::bodies::relation::{Relation, near_pairs};
use crate::mesh::bodies::shell::Shell;
use crate::mesh::indexed::{Mesh, RawMesh};
use crate::mesh::shells::shells;
use crate::mesh::triple::is_distinct;

impl Mesh {
    /// Returns the mesh that bounds the points inside of this closed mesh by a rule: bodies that are inside out are
    /// turned, and bodies that change nothing are left out, such as those in the material of others by the nonzero
    /// rule. So its volume, its centroid and its [curve](Mesh::curve) are those of the points inside. It has no
    /// attributes and no parts, unless it is this mesh.
    ///
    /// Returns `None` if this is not known: if an edge is open, if bodies overlap, if more than two triangles of a body
    /// share an edge, or if bodies touch in such a way that all infinitely small moves along diagonals, toward their
    /// middles and into their insides make them cross. All decisions are exact. Connected surfaces that pass through themselves
    /// are not looked for.
    ///
    /// ```
    /// use transect::polygons::InsideRule;
    /// use transect_mesh::{Mesh, RawMesh};
    /// let corners = |from: f64, to: f64| [[from; 3], [to, from, from], [from, to, from], [from, from, to]];
    /// let positions = [corners(0.0, 12.0), corners(1.0, 4.0)].concat();
    /// let outward = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let triangles = [outward, outward.map(|triangle| triangle.map(|corner| corner + 4))].concat();
    /// let nested = Mesh::new(RawMesh { positions, triangles, ..RawMesh::default() })?;
    /// let volume = |rule| nested.inside(rule).map(|mesh| mesh.volume());
    /// assert_eq!(nested.volume(), 288.0 + 4.5);
    /// assert_eq!(volume(InsideRule::Nonzero), Some(288.0));
    /// assert_eq!(volume(InsideRule::Odd), Some(288.0 - 4.5));
    /// # Ok::<(), transect_mesh::MeshError>(())
    /// ```
    #[must_use]
    pub fn inside(&self, rule: InsideRule) -> Option<Cow<'_, Self>> {
        let divided = self.with_divided_edges();
        let mesh = divided.as_ref().map_or(self, |own| &own.mesh);
        if !mesh.boundary().is_closed() {
            return None;
        }
        // Triangles with two equal corners bound nothing.
        let without = without_collapsed(mesh);
        let mesh = without.as_ref().unwrap_or(mesh);
        let surfaces = surfaces(mesh)?;
        let outside = outside(&surfaces)?;
        let mut triangles = Vec::new();
        let mut is_whole = true;
        for (own, outside) in surfaces.iter().zip(outside) {
            let [is_inside, is_outside] =
                [outside + own.winding, outside].map(|winding| rule.is_inside(winding));
            let is_turned = is_inside != (own.of_shell > 0);
            is_whole &= is_inside != is_outside && !is_turned && own.winding.abs() == 1;
            if is_inside == is_outside {
                continue;
            }
            // One of several copies, which are the only equal triangles.
            let copies = own.of_shell.unsigned_abs() as usize;
            let kept = own.triangles.iter().step_by(copies);
            triangles.extend(kept.map(|&[a, b, c]| if is_turned { [a, c, b] } else { [a, b, c] }));
        }
        if is_whole {
            return Some(Cow::Borrowed(self));
        }
        let raw = RawMesh {
            positions: mesh.positions().to_vec(),
            triangles,
            ..RawMesh::default()
        };
        Self::new(raw).ok().map(Cow::Owned)
    }
}

/// Returns a mesh without its triangles that have two equal corners; `None` if it has no such triangle.
fn without_collapsed(mesh: &Mesh) -> Option<Mesh> {
    let triangles = mesh.triangles().iter();
    if triangles.clone().all(is_distinct) {
        return None;
    }
    let raw = RawMesh {
        positions: mesh.positions().to_vec(),
        triangles: triangles.copied().filter(is_distinct).collect(),
        ..RawMesh::default()
    };
    Mesh::new(raw).ok()
}

/// A closed surface that may occur several times.
struct Surface<'m> {
    shell: Shell<'m>,
    /// The triangles of the shell in ascending order.
    triangles: Vec<[u32; 3]>,
    /// The number of times that the shell winds around its inside.
    of_shell: i32,
    /// The number of times that the shell and all others at its place wind around the inside.
    winding: i32,
}

impl<'m> Surface<'m> {
    /// Returns a surface that occurs as often as its shell; `None` if more than two of its triangles share an edge.
    /// `is_manifold` is `true` if no edge of the mesh has more than two triangles.
    fn of(shell: Shell<'m>, is_manifold: bool) -> Option<Self> {
        let winding = shell.own_winding();
        let triangles = shell.sorted();
        let is_sound = match winding {
            0 => is_flat(&triangles),
            _ => is_manifold || has_neighbours(&triangles),
        };
        is_sound.then_some(Self {
            triangles,
            of_shell: winding,
            winding,
            shell,
        })
    }
}

/// Returns `true` if the different ones of sorted triangles have one neighbour at each edge.
fn has_neighbours(triangles: &[[u32; 3]]) -> bool {
    let mut places = triangles.to_vec();
    places.dedup();
    let edges = places.iter();
    let edges = edges.flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    let mut edges: Vec<[u32; 2]> = edges.collect();
    edges.sort_unstable();
    edges.windows(2).all(|pair| pair[0] != pair[1])
}

/// Returns `true` if triangles cancel each other: each occurs as often as its reverse. They are turned so that the
/// least corner comes first.
fn is_flat(triangles: &[[u32; 3]]) -> bool {
    let mut reversed: Vec<[u32; 3]> = triangles.iter().map(|&[a, b, c]| [a, c, b]).collect();
    reversed.sort_unstable();
    reversed == triangles
}

/// Returns the closed surfaces of a closed mesh. Where more than two triangles share an edge, those with material
/// between them are neighbours. Surfaces at one place are one, and surfaces without an inside are left out. `None` if
/// more than two triangles of a surface share an edge.
fn surfaces(mesh: &Mesh) -> Option<Vec<Surface<'_>>> {
    let fans = mesh.fans();
    let shells = match &fans {
        Some(fans) => shells(fans.vertices.len(), &fans.triangles),
        None => shells(mesh.positions().len(), mesh.triangles()),
    };
    let all = Shell::all(mesh, shells).into_iter();
    let is_manifold = mesh.boundary().manifold;
    let all = all.map(|shell| Surface::of(shell, is_manifold));
    let all: Vec<Surface<'_>> = all.collect::<Option<_>>()?;
    if is_manifold {
        return Some(all.into_iter().filter(|own| own.winding != 0).collect());
    }
    // A flat surface changes nothing at its place. The place of a surface: its triangles, whichever way they face.
    let mut all: Vec<(Vec<[u32; 3]>, Surface<'_>)> = all
        .into_iter()
        .filter(|own| own.of_shell != 0)
        .map(|own| {
            let mut place = own.triangles.clone();
            place.iter_mut().for_each(|corners| corners.sort_unstable());
            place.sort_unstable();
            place.dedup();
            (place, own)
        })
        .collect();
    all.sort_by(|(a, _), (b, _)| a.cmp(b));
    all.dedup_by(|(place, own), (kept_place, kept)| {
        let is_same = place == kept_place;
        if is_same {
            kept.winding += own.winding;
        }
        is_same
    });
    let all = all.into_iter().map(|(_, own)| own);
    Some(all.filter(|own| own.winding != 0).collect())
}

/// Returns how often the other surfaces wind around each surface; `None` if it is not known of a pair.
fn outside(surfaces: &[Surface<'_>]) -> Option<Vec<i32>> {
    let mut outside = vec![0; surfaces.len()];
    // The surfaces at one place wind around a point together as often as the shell does, times their ratio. The shell's number
    // is a multiple of its own winding number.
    let times =
        |own: usize, of_shell: i32| of_shell / surfaces[own].of_shell * surfaces[own].winding;
    for [one, other] in near_pairs(surfaces, |own| &own.shell.bounds) {
        let relation = Relation::of(&surfaces[one].shell, &surfaces[other].shell);
        let [of_other, of_one] = relation.windings()?;
        outside[one] += times(other, of_other);
        outside[other] += times(one, of_one);
    }
    Some(outside)
}
