//! A tree over points, which finds near points and the shortest links between groups of points.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use transect_exact::arrays::array;
use transect_exact::unit::U;

use crate::mesh::gaps::distance::{compare_distances, is_within};

/// The largest number of points in a leaf of the tree.
const LEAF: usize = 8;

/// A factor that covers the rounding errors of a squared distance, which has five operations.
const SLACK: f64 = 1.0 + 8.0 * U;

/// Distinct points in lexicographic order, with a k-d tree over them. So the index of a point depends on the set of points
/// only.
pub(super) struct Sites {
    pub(super) points: Vec<[f64; 3]>,
    /// The indices of the points, in the order of the leaves.
    order: Vec<u32>,
    nodes: Vec<TreeNode>,
}

/// A node of the tree: the box around its points, their range in `order`, and its children, unless it is a leaf.
struct TreeNode {
    min: [f64; 3],
    max: [f64; 3],
    range: [usize; 2],
    children: Option<[usize; 2]>,
}

/// Compares positions lexicographically.
pub(super) fn compare(a: &[f64; 3], b: &[f64; 3]) -> Ordering {
    a.partial_cmp(b).unwrap_or(Ordering::Equal)
}

impl Sites {
    /// Returns the sites at some points: finite, distinct, in lexicographic order.
    pub(super) fn new(points: Vec<[f64; 3]>) -> Self {
        let mut sites = Self {
            order: (0..points.len() as u32).collect(),
            points,
            nodes: Vec::new(),
        };
        if !sites.points.is_empty() {
            sites.build([0, sites.points.len()]);
        }
        sites
    }

    /// Adds the node of a range of `order` and the nodes below it; returns its index.
    fn build(&mut self, range: [usize; 2]) -> usize {
        let (points, own) = (&self.points, &mut self.order[range[0]..range[1]]);
        let (mut min, mut max) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for &index in own.iter() {
            for axis in 0..3 {
                min[axis] = points[index as usize][axis].min(min[axis]);
                max[axis] = points[index as usize][axis].max(max[axis]);
            }
        }
        let node = self.nodes.len();
        self.nodes.push(TreeNode {
            min,
            max,
            range,
            children: None,
        });
        if own.len() > LEAF {
            let size = |axis: &usize| max[*axis] - min[*axis];
            let widest = (0..3)
                .max_by(|a, b| size(a).total_cmp(&size(b)))
                .unwrap_or(0);
            let middle = own.len() / 2;
            own.select_nth_unstable_by(middle, |&a, &b| {
                points[a as usize][widest].total_cmp(&points[b as usize][widest])
            });
            let middle = range[0] + middle;
            let children = [[range[0], middle], [middle, range[1]]].map(|half| self.build(half));
            self.nodes[node].children = Some(children);
        }
        node
    }

    /// Calls `visit` for all points in nodes whose box `is_near` accepts.
    pub(super) fn each_near(
        &self,
        is_near: impl Fn(&[f64; 3], &[f64; 3]) -> bool,
        mut visit: impl FnMut(u32),
    ) {
        let mut open = Vec::from_iter((!self.nodes.is_empty()).then_some(0));
        while let Some(node) = open.pop() {
            let node: &TreeNode = &self.nodes[node];
            if !is_near(&node.min, &node.max) {
                continue;
            }
            match node.children {
                Some(children) => open.extend(children),
                None => self.order[node.range[0]..node.range[1]]
                    .iter()
                    .for_each(|&point| visit(point)),
            }
        }
    }

    /// Returns the two points of a link.
    pub(super) fn ends(&self, link: [u32; 2]) -> [&[f64; 3]; 2] {
        link.map(|end| &self.points[end as usize])
    }

    /// Compares links by their lengths, then by their ends. This order is strict.
    pub(super) fn compare_links(&self, one: [u32; 2], other: [u32; 2]) -> Ordering {
        compare_distances(self.ends(one), self.ends(other)).then(one.cmp(&other))
    }

    /// Returns the minimum spanning forest of the points, in ascending order of length: of all points, or of those pairs that
    /// are at most `limit` apart. Links of equal length are in the order of their ends.
    ///
    /// Source: O. Borůvka, "O jistém problému minimálním", 1926. In each round, every group of points gets its shortest link to
    /// another group.
    pub(super) fn forest(&self, limit: Option<f64>) -> Vec<[u32; 2]> {
        let count = self.points.len();
        let mut groups = Groups::new(count);
        let mut links = Vec::new();
        let mut is_finished = vec![false; count];
        loop {
            let roots: Vec<u32> = (0..count as u32).map(|point| groups.root(point)).collect();
            let uniform = self.uniform(&roots);
            let mut best: Vec<Option<[u32; 2]>> = vec![None; count];
            for point in 0..count {
                let root = roots[point] as usize;
                if !is_finished[root] {
                    best[root] = self.nearest(point as u32, best[root], limit, &roots, &uniform);
                }
            }
            let before = links.len();
            for root in 0..count {
                if roots[root] as usize != root || is_finished[root] {
                    continue;
                }
                match best[root] {
                    Some(link) if groups.join(link) => links.push(link),
                    Some(_) => {}
                    // Nothing else is within the limit, in this round and in all later ones.
                    None => is_finished[root] = true,
                }
            }
            for (point, &root) in roots.iter().enumerate() {
                is_finished[point] |= is_finished[root as usize];
            }
            if links.len() == before {
                break;
            }
        }
        links.sort_unstable_by(|&one, &other| self.compare_links(one, other));
        links
    }

    /// Returns, for each node of the tree, the group of its points, if all are in one group.
    fn uniform(&self, roots: &[u32]) -> Vec<Option<u32>> {
        let mut uniform = vec![None; self.nodes.len()];
        // Children come after their parents.
        for (index, node) in self.nodes.iter().enumerate().rev() {
            uniform[index] = match node.children {
                Some([one, other]) if uniform[one] == uniform[other] => uniform[one],
                Some(_) => None,
                None => {
                    let mut own = self.order[node.range[0]..node.range[1]].iter();
                    let first = roots[self.order[node.range[0]] as usize];
                    own.all(|&point| roots[point as usize] == first)
                        .then_some(first)
                }
            };
        }
        uniform
    }

    /// Returns the shorter of the link `best` and the shortest link from a point to another group.
    fn nearest(
        &self,
        point: u32,
        mut best: Option<[u32; 2]>,
        limit: Option<f64>,
        roots: &[u32],
        uniform: &[Option<u32>],
    ) -> Option<[u32; 2]> {
        let (own, place) = (roots[point as usize], &self.points[point as usize]);
        let most_of = |link: [u32; 2]| {
            squared(&array(|axis| {
                let [a, b] = self.ends(link);
                a[axis] - b[axis]
            })) * SLACK
                + f64::MIN_POSITIVE
        };
        let mut most = limit.map_or(f64::INFINITY, |limit| {
            limit * limit * SLACK + f64::MIN_POSITIVE
        });
        if let Some(best) = best {
            most = most.min(most_of(best));
        }
        let mut open: Vec<(f64, usize)> = Vec::with_capacity(32);
        open.push((0.0, 0));
        while let Some((least, node)) = open.pop() {
            if least > most || uniform[node] == Some(own) {
                continue;
            }
            let node = &self.nodes[node];
            if let Some(children) = node.children {
                let mut below = children.map(|child| (self.least(child, place), child));
                // The nearer child is visited first.
                below.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
                open.extend(below);
                continue;
            }
            for &other in &self.order[node.range[0]..node.range[1]] {
                let link = [point.min(other), point.max(other)];
                if roots[other as usize] == own
                    || limit.is_some_and(|limit| !is_within(self.ends(link), limit))
                {
                    continue;
                }
                if best.is_none_or(|best| self.compare_links(link, best).is_lt()) {
                    best = Some(link);
                    most = most.min(most_of(link));
                }
            }
        }
        best
    }

    /// Returns a lower bound on the squared distance between a point and the box of a node.
    fn least(&self, node: usize, point: &[f64; 3]) -> f64 {
        let TreeNode { min, max, .. } = &self.nodes[node];
        let outside = array(|axis| {
            (min[axis] - point[axis])
                .max(point[axis] - max[axis])
                .max(0.0)
        });
        squared(&outside) / SLACK
    }

    /// Returns two points with the largest distance; the first point twice if there are no others.
    pub(super) fn farthest(&self) -> [u32; 2] {
        let mut best = [0, self.points.len().saturating_sub(1) as u32];
        let mut open: Vec<usize> = Vec::with_capacity(32);
        for (place, point) in self.points.iter().zip(0..) {
            open.extend((!self.nodes.is_empty()).then_some(0));
            while let Some(node) = open.pop() {
                let [a, b] = self.ends(best);
                let found = squared(&array(|axis| a[axis] - b[axis])) / SLACK;
                if self.most(node, place) < found {
                    continue;
                }
                let node = &self.nodes[node];
                if let Some(mut children) = node.children {
                    // The farther child is visited first.
                    children.sort_unstable_by(|&a, &b| {
                        self.most(a, place).total_cmp(&self.most(b, place))
                    });
                    open.extend(children);
                    continue;
                }
                for &other in &self.order[node.range[0]..node.range[1]] {
                    let link = [point, other];
                    if compare_distances(self.ends(link), self.ends(best)).is_gt() {
                        best = link;
                    }
                }
            }
        }
        best
    }

    /// Returns an upper bound on the squared distance between a point and the points of a node.
    fn most(&self, node: usize, point: &[f64; 3]) -> f64 {
        let TreeNode { min, max, .. } = &self.nodes[node];
        let reach = array(|axis| {
            (point[axis] - min[axis])
                .abs()
                .max((max[axis] - point[axis]).abs())
        });
        squared(&reach) * SLACK + f64::MIN_POSITIVE
    }
}

fn squared([x, y, z]: &[f64; 3]) -> f64 {
    x * x + y * y + z * z
}

/// Groups of numbered things, which are joined two at a time.
#[derive(Clone)]
pub(in crate::mesh) struct Groups(Vec<u32>);

impl Groups {
    /// Returns one group for each of the things 0 to `count` − 1.
    pub(in crate::mesh) fn new(count: usize) -> Self {
        Self((0..count as u32).collect())
    }

    /// Returns the least thing of a group: the same for all things in it.
    pub(in crate::mesh) fn root(&mut self, mut thing: u32) -> u32 {
        while self.0[thing as usize] != thing {
            let above = self.0[self.0[thing as usize] as usize];
            self.0[thing as usize] = above;
            thing = above;
        }
        thing
    }

    /// Joins the groups of two things. Returns `false` if they were one group already.
    pub(in crate::mesh) fn join(&mut self, link: [u32; 2]) -> bool {
        let [one, other] = link.map(|end| self.root(end));
        self.0[one.max(other) as usize] = one.min(other);
        one != other
    }

    /// Returns the groups of some things: the numbers are the indices of the list. They are in the order of their first things.
    pub(in crate::mesh) fn of<T: Copy>(&mut self, things: &[T]) -> Vec<Vec<T>> {
        let mut lists: Vec<Vec<T>> = vec![Vec::new(); things.len()];
        for (index, &thing) in things.iter().enumerate() {
            lists[self.root(index as u32) as usize].push(thing);
        }
        lists.retain(|list| !list.is_empty());
        lists
    }

    /// Returns the groups of at least two things, in the order of their least things. The things of a group are in ascending
    /// order.
    pub(super) fn several(&mut self) -> Vec<Vec<u32>> {
        let count = self.0.len() as u32;
        let mut all: Vec<[u32; 2]> = (0..count).map(|thing| [self.root(thing), thing]).collect();
        all.sort_unstable();
        let groups = all.chunk_by(|a, b| a[0] == b[0]);
        let groups = groups.filter(|group| group.len() > 1);
        groups
            .map(|group| group.iter().map(|[_, thing]| *thing).collect())
            .collect()
    }
}
