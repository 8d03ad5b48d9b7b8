//! The order in which open edges close while near vertices are joined at a growing distance.

use alloc::vec;
use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::mesh::gaps::chain::Chain;
use crate::mesh::gaps::clusters::OpenVertices;
use crate::mesh::gaps::distance::compare_distances;
use crate::mesh::gaps::sites::Groups;

/// The end of an open edge, and the index of the link at which it comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// Its ends come to the ends of an open edge in the other direction.
    Joined(usize),
    /// Its ends become one vertex.
    Contracted(usize),
}

/// An open edge; an edge that is open several times is as many units.
pub(super) struct Unit {
    /// Its vertices, the lesser id first.
    pub(super) edge: [u32; 2],
    pub(super) event: Event,
}

/// The events of all open edges.
pub(super) struct Closing {
    pub(super) units: Vec<Unit>,
    groups: Groups,
}

/// The units between two groups of vertices: those from the group with the lesser number to the other one, and those back.
type Between = [Vec<u32>; 2];

impl Closing {
    /// Joins the vertices along `links`, the minimum spanning tree in ascending order. Links of equal length act at once.
    pub(super) fn of(chain: &Chain, open: &OpenVertices, links: &[[u32; 2]]) -> Self {
        let site: HashMap<u32, u32> = open.ids.iter().copied().zip(0..).collect();
        let mut units = Vec::new();
        let mut state = State {
            roots: Groups::new(open.ids.len()),
            numbers: (0..open.ids.len() as u32).collect(),
            near: vec![HashMap::new(); open.ids.len()],
        };
        let mut ends: HashMap<u32, u32> = HashMap::new();
        let mut groups: Vec<[u32; 2]> = Vec::new();
        for &(edge, times) in &chain.edges {
            for _ in 0..times.unsigned_abs() {
                let unit = units.len() as u32;
                units.push(Unit {
                    edge,
                    event: Event::Contracted(0),
                });
                let [a, b] = edge.map(|vertex| site[&vertex]);
                let [a, b] = if times > 0 { [a, b] } else { [b, a] };
                state.between(a, b)[usize::from(a > b)].push(unit);
                for vertex in edge {
                    groups.push([unit, *ends.entry(vertex).or_insert(unit)]);
                }
            }
        }
        let mut start = 0;
        while start < links.len() {
            let length = |link: usize| open.sites.ends(links[link]);
            let same = (start..links.len())
                .take_while(|&link| compare_distances(length(link), length(start)).is_eq());
            let end = start + same.count();
            let mut touched: Vec<[u32; 2]> = Vec::new();
            // All links of one length act before edges are paired, so their order does not matter.
            for &link in &links[start..end] {
                let contracted = state.join(link, &mut touched);
                for unit in contracted {
                    units[unit as usize].event = Event::Contracted(start);
                }
            }
            for pair in touched {
                let [a, b] = pair.map(|site| state.number(site));
                if a == b {
                    continue;
                }
                let [there, back] = state.between(a, b);
                let count = there.len().min(back.len());
                for (one, other) in there.drain(..count).zip(back.drain(..count)) {
                    for unit in [one, other] {
                        units[unit as usize].event = Event::Joined(start);
                    }
                    groups.push([one, other]);
                }
            }
            start = end;
        }
        let mut of_units = Groups::new(units.len());
        for link in groups {
            of_units.join(link);
        }
        Self {
            units,
            groups: of_units,
        }
    }

    /// Returns the units that are connected by common vertices or by being joined.
    pub(super) fn groups(&self) -> Vec<Vec<usize>> {
        let all: Vec<usize> = (0..self.units.len()).collect();
        self.groups.clone().of(&all)
    }
}

/// The groups of sites, and the units between them. The number of a group is one of its sites.
struct State {
    roots: Groups,
    /// For each root, the number of its group.
    numbers: Vec<u32>,
    /// For each group, the units to and from other groups. Only the entry of the lesser number has units; the other one is
    /// empty.
    near: Vec<HashMap<u32, Between>>,
}

impl State {
    fn number(&mut self, site: u32) -> u32 {
        self.numbers[self.roots.root(site) as usize]
    }

    /// Returns the units between two groups.
    fn between(&mut self, a: u32, b: u32) -> &mut Between {
        self.near[a.max(b) as usize].entry(a.min(b)).or_default();
        self.near[a.min(b) as usize].entry(a.max(b)).or_default()
    }

    /// Joins two groups. Returns the units between them, which are contracted. Adds the pairs of groups between which there may
    /// be units in both directions now.
    fn join(&mut self, link: [u32; 2], touched: &mut Vec<[u32; 2]>) -> Vec<u32> {
        let [one, other] = link.map(|site| self.number(site));
        if one == other {
            return Vec::new();
        }
        let contracted = core::mem::take(self.between(one, other)).concat();
        for own in [one, other] {
            self.near[own as usize].remove(&(one + other - own));
        }
        // The group with fewer neighbours is added to the other one, so that few units are moved.
        let count = |own: u32| self.near[own as usize].len();
        let kept = if count(one) >= count(other) {
            one
        } else {
            other
        };
        let gone = one + other - kept;
        self.roots.join(link);
        let root = self.roots.root(kept);
        self.numbers[root as usize] = kept;
        let mut neighbours: Vec<u32> = self.near[gone as usize].keys().copied().collect();
        neighbours.sort_unstable();
        for neighbour in neighbours {
            let [mut there, mut back] = core::mem::take(self.between(gone, neighbour));
            if gone > neighbour {
                core::mem::swap(&mut there, &mut back);
            }
            self.near[neighbour as usize].remove(&gone);
            let own = self.between(kept, neighbour);
            let place = usize::from(kept > neighbour);
            own[place].append(&mut there);
            own[1 - place].append(&mut back);
            touched.push([kept, neighbour]);
        }
        self.near[gone as usize] = HashMap::new();
        contracted
    }
}
