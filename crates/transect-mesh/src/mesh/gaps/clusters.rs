//! Clusters of near vertices on open edges, which are merged.

use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::mesh::gaps::chain::Chain;
use crate::mesh::gaps::distance::{distance_rounded_up, is_within};
use crate::mesh::gaps::sites::{Groups, Sites, compare};

/// The vertices of a chain, in the lexicographic order of their positions.
pub(super) struct OpenVertices {
    pub(super) sites: Sites,
    /// For each site, the id of its vertex.
    pub(super) ids: Vec<u32>,
}

/// A chain of near vertices that stays: neighbours are at most the distance of the weld apart, others are farther apart.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct WeldChain {
    /// The number of vertices.
    pub vertices: usize,
    /// The largest distance between two of the vertices, rounded up.
    pub diameter: f64,
    /// The vertex that comes first in lexicographic order.
    pub place: [f64; 3],
}

impl OpenVertices {
    pub(super) fn of(positions: &[[f64; 3]], chain: &Chain) -> Self {
        let mut ids = chain.vertices();
        let at = |id: u32| positions[id as usize];
        ids.sort_unstable_by(|&one, &other| compare(&at(one), &at(other)));
        Self {
            sites: Sites::new(ids.iter().map(|&id| at(id)).collect()),
            ids,
        }
    }

    /// Returns the clusters: groups of sites of which all are at most `limit` apart, and the other groups that links of at
    /// most `limit` connect.
    pub(super) fn clusters(&self, limit: f64) -> (Vec<Vec<u32>>, Vec<Vec<u32>>) {
        let mut groups = Groups::new(self.ids.len());
        for link in self.sites.forest(Some(limit)) {
            groups.join(link);
        }
        let groups = groups.several().into_iter();
        groups.partition(|group| self.is_cluster(group, limit))
    }

    /// Returns `true` if all sites of a group are at most `limit` apart.
    fn is_cluster(&self, group: &[u32], limit: f64) -> bool {
        // In most groups that are no clusters, the sites that come first and last along an axis are too far apart.
        let is_near = |a: u32, b: u32| is_within(self.sites.ends([a, b]), limit);
        let at = |site: u32, axis: usize| self.sites.points[site as usize][axis];
        let ends = (0..3).all(|axis| {
            let along = |a: &&u32, b: &&u32| at(**a, axis).total_cmp(&at(**b, axis));
            let [first, last] = [group.iter().min_by(along), group.iter().max_by(along)];
            first.zip(last).is_none_or(|(&a, &b)| is_near(a, b))
        });
        ends && pairs(group).all(|[a, b]| is_near(a, b))
    }

    /// Returns the largest distance between two sites of a group, rounded up.
    pub(super) fn diameter(&self, group: &[u32]) -> f64 {
        let longest = pairs(group).max_by(|&one, &other| self.sites.compare_links(one, other));
        longest.map_or(0.0, |pair| distance_rounded_up(self.sites.ends(pair)))
    }

    /// Describes a group that is no cluster.
    pub(super) fn chain(&self, group: &[u32]) -> WeldChain {
        WeldChain {
            vertices: group.len(),
            diameter: self.diameter(group),
            place: self.sites.points[group[0] as usize],
        }
    }

    /// Returns the vertices that are merged, each with the first vertex of its cluster.
    pub(super) fn merges(&self, clusters: &[Vec<u32>]) -> HashMap<u32, u32> {
        let id = |site: u32| self.ids[site as usize];
        let merged = clusters.iter().flat_map(|cluster| {
            let others = cluster[1..].iter();
            others.map(move |&site| (id(site), id(cluster[0])))
        });
        merged.collect()
    }
}

/// Returns all pairs of different entries of a list.
fn pairs(list: &[u32]) -> impl Iterator<Item = [u32; 2]> {
    let firsts = list.iter().enumerate();
    firsts.flat_map(|(index, &a)| list[index + 1..].iter().map(move |&b| [a, b]))
}
