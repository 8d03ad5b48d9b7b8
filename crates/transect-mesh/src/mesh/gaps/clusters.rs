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
        let is_near = |a: u32, b: u32| is_within(self.sites.ends([a, b]), limit);
        // In most groups that are not clusters, the sites that come first and last are too far apart.
        is_near(group[0], group[group.len() - 1])
            && is_within(self.sites.ends(self.farthest(group)), limit)
    }

    /// Returns two sites of a group with the largest distance.
    fn farthest(&self, group: &[u32]) -> [u32; 2] {
        let points = group.iter().map(|&site| self.sites.points[site as usize]);
        let farthest = Sites::new(points.collect()).farthest();
        farthest.map(|index| group[index as usize])
    }

    /// Returns the largest distance between two sites of a group, rounded up.
    pub(super) fn diameter(&self, group: &[u32]) -> f64 {
        distance_rounded_up(self.sites.ends(self.farthest(group)))
    }

    /// Describes a group that is not a cluster.
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
