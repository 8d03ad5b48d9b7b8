//! The law of triangulations, on figures that hurt.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec;
use alloc::vec::Vec;

use transect_exact::{Side, SplitMix64, is_certainly_in_circle, orient2d};

use crate::triangulation::figure::{Form, Triangulation};
use crate::triangulation::fill::of_form;
use crate::triangulation::points::Points;

/// A figure: its points, and its edges.
#[derive(Clone, Debug, Default)]
struct Figure {
    points: Vec<[f64; 2]>,
    edges: Vec<[u32; 2]>,
}

impl Figure {
    fn add_loop(&mut self, points: &[[f64; 2]]) {
        let first = self.points.len() as u32;
        let count = points.len() as u32;
        self.points.extend_from_slice(points);
        self.edges
            .extend((0..count).map(|k| [first + k, first + (k + 1) % count]));
    }

    /// Returns the figure with all points mapped. The map must not mirror.
    fn mapped(&self, mut map: impl FnMut([f64; 2]) -> [f64; 2]) -> Self {
        Self {
            points: self.points.iter().map(|&point| map(point)).collect(),
            edges: self.edges.clone(),
        }
    }

    /// Returns the winding number of the edges at a point, which must not lie on an edge.
    fn winding(&self, point: &[f64; 2]) -> i32 {
        self.edges
            .iter()
            .map(|&[from, to]| {
                let [a, b] = [from, to].map(|node| &self.points[node as usize]);
                match (a[1] <= point[1], b[1] <= point[1]) {
                    (true, false) => i32::from(orient2d(a, b, point) == Side::Front),
                    (false, true) => -i32::from(orient2d(b, a, point) == Side::Front),
                    _ => 0,
                }
            })
            .sum()
    }

    fn is_on_an_edge(&self, point: &[f64; 2]) -> bool {
        self.edges.iter().any(|&[from, to]| {
            let [a, b] = [from, to].map(|node| &self.points[node as usize]);
            orient2d(a, b, point) == Side::On
        })
    }

    fn triangulated(&self, form: Form) -> Triangulation {
        of_form(
            &Points::new(&self.points),
            self.points.len(),
            &self.edges,
            form,
        )
    }

    /// Returns the triangulation by the sweep: edges from the last to the first are not loops in their order.
    fn swept(&self) -> Triangulation {
        let mut reversed = self.clone();
        reversed.edges.reverse();
        reversed.triangulated(Form::Delaunay)
    }

    fn orientation(&self, triangle: [u32; 3]) -> Side {
        let [a, b, c] = triangle.map(|node| &self.points[node as usize]);
        orient2d(a, b, c)
    }
}

/// Returns how often each directed edge occurs, minus how often its reverse does. An edge begins at its lesser node.
fn chain(edges: impl Iterator<Item = [u32; 2]>) -> BTreeMap<[u32; 2], i32> {
    let mut chain = BTreeMap::new();
    for [from, to] in edges {
        if from < to {
            *chain.entry([from, to]).or_default() += 1;
        } else if from > to {
            *chain.entry([to, from]).or_default() -= 1;
        }
    }
    chain.retain(|_, count| *count != 0);
    chain
}

fn edges_of([a, b, c]: [u32; 3]) -> [[u32; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// Asserts the law for both forms of triangulation, and returns the Delaunay triangulation.
fn check(figure: &Figure, random: &mut SplitMix64) -> Triangulation {
    let mut last = Triangulation::default();
    for form in [Form::Any, Form::Delaunay] {
        let found = figure.triangulated(form);
        let boundary = chain(found.triangles.iter().flat_map(|&t| edges_of(t)));
        assert!(
            boundary == chain(figure.edges.iter().copied()),
            "{figure:?}"
        );
        check_cover(figure, &found, random);
        last = found;
    }
    last
}

/// Asserts that random points are covered as often as the loops wind around them: exactly if no edges cross, and with
/// signs in any case.
fn check_cover(figure: &Figure, found: &Triangulation, random: &mut SplitMix64) {
    let mut low = [f64::INFINITY; 2];
    let mut high = [f64::NEG_INFINITY; 2];
    for point in &figure.points {
        for axis in 0..2 {
            low[axis] = low[axis].min(point[axis]);
            high[axis] = high[axis].max(point[axis]);
        }
    }
    for _ in 0..10 {
        let point = [0, 1].map(|axis| {
            let part = (random.bits() >> 11) as f64 / (1_u64 << 53) as f64;
            low[axis] + part * (high[axis] - low[axis])
        });
        if figure.is_on_an_edge(&point) {
            continue;
        }
        let [mut positive, mut negative] = [0; 2];
        for &triangle in &found.triangles {
            let turn = figure.orientation(triangle);
            let is_inside = edges_of(triangle).into_iter().all(|[from, to]| {
                let [a, b] = [from, to].map(|node| &figure.points[node as usize]);
                orient2d(a, b, &point) == turn
            });
            if turn != Side::On && is_inside {
                let count = if turn == Side::Front {
                    &mut positive
                } else {
                    &mut negative
                };
                *count += 1;
            }
        }
        let winding = figure.winding(&point);
        assert_eq!(positive - negative, winding, "{point:?}");
        assert!(found.crosses || positive == 0 || negative == 0, "{point:?}");
    }
}

/// Asserts that the figure does not cross itself, and that no triangle is turned over if no winding is negative.
fn check_plain(figure: &Figure, random: &mut SplitMix64) -> Triangulation {
    let found = check(figure, random);
    assert!(!found.crosses);
    for &triangle in &found.triangles {
        assert_ne!(figure.orientation(triangle), Side::Back, "{triangle:?}");
    }
    found
}

/// Asserts that each edge between two triangles is Delaunay or part of the figure. No node of the figure may lie inside
/// an edge.
fn check_delaunay(figure: &Figure, found: &Triangulation) {
    let fixed: BTreeSet<[u32; 2]> = figure.edges.iter().copied().collect();
    let mut apexes: BTreeMap<[u32; 2], u32> = BTreeMap::new();
    for &[a, b, c] in &found.triangles {
        apexes.extend([([a, b], c), ([b, c], a), ([c, a], b)]);
    }
    for (&[a, b], &c) in &apexes {
        let Some(&d) = apexes.get(&[b, a]) else {
            continue;
        };
        if fixed.contains(&[a, b]) || fixed.contains(&[b, a]) {
            continue;
        }
        let is_convex = [[d, b, c], [a, d, c]]
            .iter()
            .all(|&triangle| figure.orientation(triangle) == Side::Front);
        // The error bound depends on the order of the nodes.
        let [p, q, r, s] = [a, b, c, d].map(|node| &figure.points[node as usize]);
        let is_inside = is_certainly_in_circle(p, q, r, s) && is_certainly_in_circle(q, p, s, r);
        assert!(!is_convex || !is_inside, "{a} {b} {c} {d}");
    }
}

/// Returns the triangles, each from its least node on, in order.
fn sorted(triangles: &[[u32; 3]]) -> Vec<[u32; 3]> {
    let least_first = |&[a, b, c]: &[u32; 3]| [[a, b, c], [b, c, a], [c, a, b]].into_iter().min();
    let mut sorted: Vec<[u32; 3]> = triangles.iter().filter_map(least_first).collect();
    sorted.sort_unstable();
    sorted
}

/// A plate with n × n square holes, each with the given points, counter-clockwise between 0 and 1.
fn grille(n: usize, hole: &[[f64; 2]]) -> Figure {
    let mut figure = Figure::default();
    let size = 2.0 * n as f64 + 1.0;
    figure.add_loop(&[[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]]);
    for row in 0..n {
        for column in 0..n {
            let at = [2.0 * column as f64 + 1.0, 2.0 * row as f64 + 1.0];
            let points: Vec<[f64; 2]> = hole
                .iter()
                .rev()
                .map(|p| [at[0] + p[0], at[1] + p[1]])
                .collect();
            figure.add_loop(&points);
        }
    }
    figure
}

const SQUARE: [[f64; 2]; 4] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];

const WITH_MIDDLES: [[f64; 2]; 8] = [
    [0.0, 0.0],
    [0.5, 0.0],
    [1.0, 0.0],
    [1.0, 0.5],
    [1.0, 1.0],
    [0.5, 1.0],
    [0.0, 1.0],
    [0.0, 0.5],
];

/// Holes that touch each other at their corners.
const TOUCHING: [[f64; 2]; 4] = [[0.5, -0.5], [1.5, 0.5], [0.5, 1.5], [-0.5, 0.5]];

fn circle(count: usize, radius: f64) -> Vec<[f64; 2]> {
    (0..count)
        .map(|k| {
            let angle = core::f64::consts::TAU * k as f64 / count as f64;
            [radius * libm::cos(angle), radius * libm::sin(angle)]
        })
        .collect()
}

fn spiral(turns: usize, steps: usize) -> Figure {
    let side = |width: f64| {
        (0..turns * steps).map(move |k| {
            let angle = core::f64::consts::TAU * k as f64 / steps as f64;
            let radius = 1.0 + angle + width;
            [radius * libm::cos(angle), radius * libm::sin(angle)]
        })
    };
    let back: Vec<[f64; 2]> = side(0.0).collect();
    let points: Vec<[f64; 2]> = side(3.0).chain(back.into_iter().rev()).collect();
    let mut figure = Figure::default();
    figure.add_loop(&points);
    figure
}

fn comb(teeth: usize) -> Figure {
    let width = 2.0 * teeth as f64;
    let mut points = vec![[width, 5.0], [0.0, 5.0]];
    for tooth in 0..teeth {
        let x = 2.0 * tooth as f64;
        points.extend([[x, 0.0], [x + 1.0, 4.0]]);
    }
    points.push([width, 0.0]);
    let mut figure = Figure::default();
    figure.add_loop(&points);
    figure
}

/// Figures with the maps that every test applies: as it is, turned by 3-4-5 triangles, sheared, moved, and scaled.
fn maps(figure: &Figure) -> Vec<Figure> {
    let turned = |[x, y]: [f64; 2]| [3.0 * x - 4.0 * y, 4.0 * x + 3.0 * y];
    let sheared = |[x, y]: [f64; 2]| [x + 1_048_577.0 * y, y];
    let aslant = |[x, y]: [f64; 2]| [32.0 * x - 11.0 * y, 11.0 * x + 32.0 * y];
    let tenth = |[x, y]: [f64; 2]| [0.1 * x + 1000.0, 0.1 * y - 3e7];
    vec![
        figure.clone(),
        figure.mapped(|[x, y]| [-y, x]),
        figure.mapped(turned),
        figure.mapped(sheared),
        figure.mapped(aslant),
        figure.mapped(tenth),
    ]
}

#[test]
fn grilles_with_any_holes() {
    let mut random = SplitMix64::new(1);
    for hole in [&SQUARE[..], &WITH_MIDDLES, &TOUCHING] {
        for n in [1, 2, 3, 10] {
            let figure = grille(n, hole);
            for (index, figure) in maps(&figure).iter().enumerate() {
                let found = check(figure, &mut random);
                // Rounding of the last map may move corners of touching holes.
                assert!(!found.crosses || index == 5);
                if hole.len() != TOUCHING.len() || index != 5 {
                    check_plain(figure, &mut random);
                    check_delaunay(figure, &found);
                }
            }
        }
    }
}

#[test]
fn spirals_combs_circles_and_stars() {
    let mut random = SplitMix64::new(2);
    let mut star = Figure::default();
    let ray = |k: usize| if k.is_multiple_of(2) { 10.0 } else { 1.0 };
    let rays: Vec<[f64; 2]> = circle(100, 1.0)
        .into_iter()
        .enumerate()
        .map(|(k, [x, y])| [ray(k) * x, ray(k) * y])
        .collect();
    star.add_loop(&rays);
    let mut disk = Figure::default();
    disk.add_loop(&circle(64, 1.0));
    for figure in [spiral(5, 40), comb(50), star, disk] {
        for figure in maps(&figure) {
            let found = check_plain(&figure, &mut random);
            assert_eq!(found.triangles.len(), figure.points.len() - 2);
            check_delaunay(&figure, &found);
        }
    }
}

#[test]
fn rows_of_many_nodes_far_from_each_other() {
    let mut random = SplitMix64::new(9);
    for count in [5, 40, 300] {
        let side = |k: usize| f64::from(k as u32) / count as f64;
        let mut square = Figure::default();
        let [low, right] = [|t| [t, 0.0], |t| [1.0, t]];
        let [high, left] = [|t| [1.0 - t, 1.0], |t| [0.0, 1.0 - t]];
        let sides = [low, right, high, left];
        let points = sides.iter().flat_map(|at| (0..count).map(|k| at(side(k))));
        square.add_loop(&points.collect::<Vec<[f64; 2]>>());
        let mut rows = Figure::default();
        let lower = (0..=2 * count).map(|k| [0.5 * side(k), 0.0]);
        let upper = (0..=3 * count).rev().map(|k| [side(k) / 3.0, 1.0]);
        rows.add_loop(&lower.chain(upper).collect::<Vec<[f64; 2]>>());
        for figure in maps(&square).iter().chain(&maps(&rows)[..5]) {
            let found = check(figure, &mut random);
            assert!(!found.crosses || figure.points.len() == square.points.len());
            check_delaunay(figure, &found);
        }
    }
}

#[test]
fn islands_in_holes_and_bodies_in_bodies() {
    let mut random = SplitMix64::new(3);
    for (alternates, most) in [(true, 1), (false, 100)] {
        let mut figure = Figure::default();
        for depth in 0..100 {
            let mut points = circle(5 + depth % 3, libm::pow(0.75, depth as f64));
            if alternates && depth % 2 == 1 {
                points.reverse();
            }
            figure.add_loop(&points);
        }
        let figure = figure.mapped(|[x, y]| [x + 0.5 * y, y]);
        assert_eq!(
            figure.winding(&[0.0, 0.0]),
            if alternates { 0 } else { most }
        );
        check_plain(&figure, &mut random);
        let mut reversed = figure.clone();
        reversed.edges.iter_mut().for_each(|edge| edge.reverse());
        let found = check(&reversed, &mut random);
        assert!(!found.crosses);
        for &triangle in &found.triangles {
            assert_ne!(reversed.orientation(triangle), Side::Front);
        }
    }
}

/// Returns the boundaries of random cells of a grid, each with a random winding number. Cells that touch share nodes
/// and edges. Some edges are joined to longer ones along lines of the grid, so nodes lie inside edges. Some points
/// have several nodes.
fn cells(size: usize, least: i32, most: i32, random: &mut SplitMix64) -> Figure {
    let mut figure = Figure::default();
    let copies = 1 + (random.bits() % 2) as u32;
    let stride = size as u32 + 1;
    for _ in 0..copies {
        for y in 0..=size {
            figure
                .points
                .extend((0..=size).map(|x| [x as f64, y as f64]));
        }
    }
    for y in 0..size as u32 {
        for x in 0..size as u32 {
            let range = (most - least + 1) as u64;
            let winding = least + (random.bits() % range) as i32;
            let copy = random.bits() as u32 % copies;
            let first = copy * stride * stride + y * stride + x;
            let corners = [first, first + 1, first + stride + 1, first + stride];
            for k in 0..4 {
                let edge = [corners[k], corners[(k + 1) % 4]];
                let edge = if winding > 0 {
                    edge
                } else {
                    [edge[1], edge[0]]
                };
                figure
                    .edges
                    .extend(core::iter::repeat_n(edge, winding.unsigned_abs() as usize));
            }
        }
    }
    // Joins an edge with a following one in the same direction, often. Only edges along one axis are joined, because
    // joined edges along both axes might cross.
    let axis = (random.bits() % 2) as usize;
    for _ in 0..2 {
        let mut edges = core::mem::take(&mut figure.edges);
        while let Some(mut edge) = edges.pop() {
            while let Some(next) = edges.iter().position(|other| {
                let points = [edge[0], edge[1], other[1]].map(|n| figure.points[n as usize]);
                let [a, b, c] = points;
                let ahead = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) > 0.0;
                other[0] == edge[1]
                    && ahead
                    && a[axis] != b[axis]
                    && orient2d(&a, &b, &c) == Side::On
            }) {
                if random.bits().is_multiple_of(3) {
                    break;
                }
                edge = [edge[0], edges.swap_remove(next)[1]];
            }
            figure.edges.push(edge);
        }
    }
    figure
}

#[test]
fn cells_of_a_grid_that_touch_everywhere() {
    let mut random = SplitMix64::new(4);
    for trial in 0..300 {
        let size = 1 + trial % 7;
        let (least, most) = [(0, 1), (0, 1), (0, 3), (-2, 2)][trial % 4];
        let figure = cells(size, least, most, &mut random);
        for figure in &maps(&figure)[..5] {
            let found = check(figure, &mut random);
            assert!(!found.crosses, "{trial} {figure:?}");
            if least == 0 {
                check_plain(figure, &mut random);
            }
        }
    }
}

#[test]
fn the_answer_is_the_same_for_turned_figures() {
    let mut random = SplitMix64::new(5);
    // Random moves of the points leave no four nodes on a circle.
    let mut moved = |figure: Figure| {
        let mut step = || (random.bits() % 1024) as f64 / 65_536.0;
        figure.mapped(|[x, y]| [x + step(), y + step()])
    };
    for figure in [
        moved(grille(5, &WITH_MIDDLES)),
        moved(comb(9)),
        spiral(3, 30),
        cells(5, 0, 1, &mut SplitMix64::new(5)),
    ] {
        let plain = figure.triangulated(Form::Delaunay);
        for map in [
            |[x, y]: [f64; 2]| [-y, x],
            |[x, y]: [f64; 2]| [-x, -y],
            |[x, y]: [f64; 2]| [0.25 * y, -0.25 * x],
        ] {
            let turned = figure.mapped(map).triangulated(Form::Delaunay);
            // Triangles without area depend on the direction of the sweep.
            let solid = |found: &Triangulation| -> Vec<[u32; 3]> {
                let mut triangles = sorted(&found.triangles);
                triangles.retain(|&triangle| figure.orientation(triangle) == Side::Front);
                triangles
            };
            assert_eq!(solid(&plain), solid(&turned));
        }
    }
}

#[test]
fn crossing_edges_keep_the_boundary_and_the_signed_cover() {
    let mut random = SplitMix64::new(6);
    for trial in 0..400 {
        let count = 4 + trial % 30;
        let range = [3, 10, 1000][trial % 3];
        let mut figure = Figure::default();
        for _ in 0..=trial % 3 {
            let points: Vec<[f64; 2]> = (0..count)
                .map(|_| [(); 2].map(|()| (random.bits() % range) as f64))
                .collect();
            figure.add_loop(&points);
        }
        check(&figure, &mut random);
    }
    let mut pentagram = Figure::default();
    let points = circle(5, 1.0);
    pentagram.add_loop(&[0, 2, 4, 1, 3].map(|k| points[k]));
    assert!(check(&pentagram, &mut random).crosses);
}

#[test]
fn few_nodes_have_the_same_triangles_as_by_the_sweep() {
    let mut random = SplitMix64::new(8);
    let mut compared = 0;
    for trial in 0..2000 {
        let count = 3 + trial % 10;
        let points: Vec<[f64; 2]> = circle(count, 1000.0)
            .iter()
            .map(|&[x, y]| {
                let part = (random.bits() % 1000) as f64 / 1000.0;
                [x * part + (random.bits() % 100) as f64, y * part]
            })
            .collect();
        let mut figure = Figure::default();
        figure.add_loop(&points);
        let found = figure.triangulated(Form::Delaunay);
        let swept = figure.swept();
        if !swept.crosses {
            assert_eq!(
                sorted(&found.triangles),
                sorted(&swept.triangles),
                "{points:?}"
            );
            compared += 1;
        }
    }
    assert!(compared > 1000, "{compared}");
}

#[test]
fn figures_without_area() {
    let mut random = SplitMix64::new(7);
    for count in 0..6 {
        let mut figure = Figure::default();
        figure.add_loop(&vec![[1.0, 2.0]; count]);
        check(&figure, &mut random);
        let mut line = Figure::default();
        let points: Vec<[f64; 2]> = (0..count)
            .map(|_| [(random.bits() % 4) as f64, 7.0])
            .collect();
        line.add_loop(&points);
        check(&line, &mut random);
    }
}

/// Boxes on a grid touch, cross, repeat each other, and lie within others. Nodes at one place may be one node.
#[test]
fn a_few_boxes_in_any_position() {
    let mut random = SplitMix64::new(9);
    let (mut crossing, mut plain) = (0, 0);
    for trial in 0..3000 {
        let mut figure = Figure::default();
        for _ in 0..2 + trial % 4 {
            let mut pick =
                |least: u64, most: u64| (least + random.bits() % (most + 1 - least)) as f64;
            let [x, y, width, height] = [pick(0, 4), pick(0, 4), pick(1, 4), pick(1, 4)];
            let at = |across: f64, up: f64| [x + across * width, y + up * height];
            let [a, b, c, d] = [at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0)];
            figure.add_loop(&[a, at(0.5, 0.0), b, c, at(0.5, 1.0), d]);
        }
        if trial % 3 == 0 {
            for edge in &mut figure.edges {
                for node in edge {
                    let place = figure.points[*node as usize];
                    *node = figure.points.iter().position(|&p| p == place).unwrap_or(0) as u32;
                }
            }
        }
        let found = check(&figure, &mut random);
        let area = |found: &Triangulation| -> f64 {
            let doubled = found.triangles.iter().map(|triangle| {
                let [a, b, c] = triangle.map(|node| figure.points[node as usize]);
                (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
            });
            doubled.map(f64::abs).sum()
        };
        let swept = figure.swept();
        assert_eq!(found.crosses, swept.crosses, "{figure:?}");
        if found.crosses {
            crossing += 1;
        } else {
            assert_eq!(area(&found), area(&swept), "{figure:?}");
            plain += 1;
        }
    }
    assert!(crossing > 300 && plain > 300, "{crossing} {plain}");
}
