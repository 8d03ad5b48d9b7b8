//! Generates the small OBJ files of the book: shapes that explain a cut, and dirty shapes with one defect each.
//! Coordinates are short decimals, mostly integers.

use std::fmt::Write as _;

/// The text of an OBJ file under construction.
#[derive(Default)]
pub(super) struct Obj {
    text: String,
    vertices: usize,
}

/// The faces of a box as indices of its eight corners, facing outward: bottom, top, front, back, left, right.
/// Corner `i` lies at the upper end of axis `a` if bit `a` of `i` is set.
const FACES: [[usize; 4]; 6] = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
];
/// The index of the front face in `FACES`. Some boxes with defects omit, repeat or flip this face.
const FRONT: usize = 2;

impl Obj {
    fn comment(mut self, text: &str) -> Self {
        let _ = writeln!(self.text, "# {text}");
        self
    }

    fn object(mut self, name: &str) -> Self {
        let _ = writeln!(self.text, "o {name}");
        self
    }

    /// Appends vertices and faces. The faces refer to these vertices by indices from 0.
    fn surface(mut self, positions: &[[f64; 3]], faces: &[Vec<usize>]) -> Self {
        for [x, y, z] in positions {
            let _ = writeln!(self.text, "v {x} {y} {z}");
        }
        for face in faces {
            let corners = face.iter().map(|i| format!(" {}", i + self.vertices + 1));
            let _ = writeln!(self.text, "f{}", corners.collect::<String>());
        }
        self.vertices += positions.len();
        self
    }

    /// Appends a box. `change` may modify its list of faces before it is written.
    fn changed_box(
        self,
        min: [f64; 3],
        max: [f64; 3],
        change: impl FnOnce(&mut Vec<Vec<usize>>),
    ) -> Self {
        let corner =
            |i: usize| core::array::from_fn(|a| if i >> a & 1 == 1 { max[a] } else { min[a] });
        let positions: Vec<[f64; 3]> = (0..8).map(corner).collect();
        let mut faces: Vec<Vec<usize>> = FACES.iter().map(|face| face.to_vec()).collect();
        change(&mut faces);
        self.surface(&positions, &faces)
    }

    fn cuboid(self, min: [f64; 3], max: [f64; 3]) -> Self {
        self.changed_box(min, max, |_| ())
    }

    pub(super) fn bytes(self) -> Vec<u8> {
        self.text.into_bytes()
    }
}

/// A stair of two steps that is 3 deep. The tread of the lower step is at z = 1.
pub(super) fn stair() -> Obj {
    let profile = [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]];
    let at = |y: f64| profile.map(|[x, z]| [f64::from(x), y, f64::from(z)]);
    let mut faces = vec![
        vec![0, 1, 2, 3],
        vec![0, 3, 4, 5],
        vec![9, 8, 7, 6],
        vec![11, 10, 9, 6],
    ];
    faces.extend((0..6).map(|i| {
        let next = (i + 1) % 6;
        vec![next, i, i + 6, next + 6]
    }));
    Obj::default()
        .comment("two steps; the tread of the lower one lies at z = 1")
        .object("Stair/s")
        .surface(&[at(0.0), at(3.0)].concat(), &faces)
}

/// Six objects around the plane z = 1: in front, touching from the front, cut, touching from behind, behind, and
/// divided, that is, with parts on both sides and none that the plane meets.
pub(super) fn sides() -> Obj {
    let boxes = [
        ("Box/in-front", 1.5, 2.25),
        ("Box/touching-in-front", 1.0, 2.0),
        ("Box/cut", 0.25, 1.75),
        ("Box/touching-behind", 0.0, 1.0),
        ("Box/behind", -0.25, 0.5),
    ];
    let mut obj = Obj::default().comment("one object for each way to lie at z = 1");
    let mut x = 0.0;
    for (name, bottom, top) in boxes {
        obj = obj
            .object(name)
            .cuboid([x, 0.0, bottom], [x + 1.0, 1.0, top]);
        x += 1.5;
    }
    obj.object("Pair/divided")
        .cuboid([x, 0.0, 1.25], [x + 1.0, 1.0, 2.0])
        .cuboid([x, 0.0, 0.0], [x + 1.0, 1.0, 0.75])
}

const SIZE: [f64; 3] = [4.0, 3.0, 2.0];

fn dirty(comment: &str, name: &str, change: impl FnOnce(&mut Vec<Vec<usize>>)) -> Obj {
    Obj::default()
        .comment(comment)
        .object(name)
        .changed_box([0.0; 3], SIZE, change)
}

pub(super) fn open() -> Obj {
    dirty("a box without its front wall", "Box/open", |faces| {
        faces.remove(FRONT);
    })
}

pub(super) fn lidless() -> Obj {
    dirty("a box without its lid", "Box/lidless", |faces| {
        faces.remove(1);
    })
}

pub(super) fn doubled() -> Obj {
    let comment = "a box whose front wall is there twice";
    dirty(comment, "Box/doubled", |faces| {
        faces.push(faces[FRONT].clone());
    })
}

pub(super) fn flipped() -> Obj {
    let comment = "a box whose front wall faces inwards";
    dirty(comment, "Box/flipped", |faces| faces[FRONT].reverse())
}

pub(super) fn inside_out() -> Obj {
    let comment = "a box whose faces all face inwards";
    dirty(comment, "Box/inside-out", |faces| {
        faces.iter_mut().for_each(|face| face.reverse());
    })
}

pub(super) fn fin() -> Obj {
    let comment = "a box with a fin: three faces meet in an edge";
    let fin = [
        [4.0, 0.0, 0.0],
        [6.0, 0.0, 0.0],
        [6.0, 0.0, 2.0],
        [4.0, 0.0, 2.0],
    ];
    dirty(comment, "Box/fin", |_| ()).surface(&fin, &[vec![0, 1, 2, 3]])
}

/// A box with a triangle of zero area: two of its corners are the same vertex.
pub(super) fn degenerate() -> Obj {
    let comment = "a box, and a triangle that is only its edge";
    dirty(comment, "Box/degenerate", |faces| faces.push(vec![0, 0, 4]))
}

/// A prism whose outline crosses itself.
pub(super) fn crossing() -> Obj {
    let outline = [[0.0, 0.0], [4.0, 3.0], [4.0, 0.0], [0.0, 3.0]];
    let at = |z: f64| outline.map(|[x, y]| [x, y, z]);
    let mut faces = vec![vec![3, 2, 1, 0], vec![4, 5, 6, 7]];
    faces.extend((0..4).map(|i| {
        let next = (i + 1) % 4;
        vec![i, next, next + 4, i + 4]
    }));
    Obj::default()
        .comment("a prism whose outline crosses itself")
        .object("Prism/crossing")
        .surface(&[at(0.0), at(2.0)].concat(), &faces)
}

pub(super) fn overlapping() -> Obj {
    Obj::default()
        .comment("two boxes in one object that overlap")
        .object("Boxes/overlapping")
        .cuboid([0.0; 3], SIZE)
        .cuboid([2.0, 1.0, 0.0], [6.0, 4.0, 2.0])
}

/// Two bodies in one object that share an edge, where four faces meet.
pub(super) fn edge() -> Obj {
    Obj::default()
        .comment("two boxes in one object that touch along an edge")
        .object("Boxes/edge")
        .cuboid([0.0; 3], SIZE)
        .cuboid([4.0, 3.0, 0.0], [6.0, 5.0, 2.0])
}
