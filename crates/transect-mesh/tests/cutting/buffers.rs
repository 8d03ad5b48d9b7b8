//! Tests of vertex and index buffers: a mesh comes back as it was, and the halves that are written without a mesh in between
//! are those of a split.

use transect::{Frame, Plane};
use transect_mesh::{
    AttributeLayer, Attributes, BufferOptions, CAP, Indices, Meaning, Mesh, MeshBuffers, MeshError,
    RawMesh, VertexBuffers, VertexColumn,
};

use crate::cutting::families::{Family, plane, to_plane};
use crate::random::Random;
use crate::run::cases;

/// Returns a mesh of a random family with normals, texture coordinates, colours and parts. `rows` says which corners share
/// their values.
fn dressed(random: &mut Random, scale: f64, offset: [f64; 3]) -> (Mesh, Plane) {
    let family = random.pick(&Family::ALL);
    let grid = family.mesh(random);
    let plane = to_plane(plane(&grid, random));
    let normal = plane.normal();
    let moved: f64 = (0..3).map(|axis| normal[axis] * offset[axis]).sum();
    let plane = Plane::new(normal, scale * plane.offset() - moved).expect("a plane");
    let place = |p: &[i64; 3]| [0, 1, 2].map(|axis| p[axis] as f64 * scale + offset[axis]);
    let count = grid.triangles.len() as u32;
    let corners: Vec<[u32; 3]> = match random.below(4_u64) {
        0 => grid.triangles.clone(),
        1 => (0..count).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect(),
        2 => (0..count).map(|t| [t; 3]).collect(),
        _ => (0..count)
            .map(|_| [(); 3].map(|()| random.below(7)))
            .collect(),
    };
    let rows = 1 + corners
        .as_flattened()
        .iter()
        .max()
        .map_or(0, |&row| row as usize);
    let mut layer = |meaning, width| AttributeLayer {
        meaning,
        width,
        values: (0..rows * width).map(|_| random.unit()).collect(),
    };
    let layers = vec![
        layer(Meaning::Normal, 3),
        layer(Meaning::TextureCoordinate(0), 2),
        layer(Meaning::Color(0), 3),
        layer(Meaning::Custom("heat".into()), 1),
        layer(Meaning::TextureCoordinate(1), 2),
    ];
    let has_layers = !random.one_in(4);
    let raw = RawMesh {
        positions: grid.positions.iter().map(place).collect(),
        triangles: grid.triangles.clone(),
        attributes: if has_layers {
            Attributes { corners, layers }
        } else {
            Attributes::default()
        },
        parts: if random.one_in(3) {
            Vec::new()
        } else {
            (0..count).map(|_| random.below(3)).collect()
        },
    };
    (Mesh::new(raw).expect("rows that exist"), plane)
}

/// The bits of the values of one corner, in the order of the columns.
type Corner = Vec<u32>;

/// Returns the part and the corners of each triangle.
fn triangles(buffers: &MeshBuffers) -> Vec<(u32, [Corner; 3])> {
    let corner = |index: u32| {
        let index = index as usize;
        let mut values: Vec<f32> = buffers.positions[index].to_vec();
        values.extend(buffers.normals.get(index).into_iter().flatten());
        values.extend(buffers.tangents.get(index).into_iter().flatten());
        values.extend(
            buffers
                .texture_coordinates
                .iter()
                .flat_map(|set| set[index]),
        );
        values.extend(buffers.colors.iter().flat_map(|set| set[index]));
        values.into_iter().map(f32::to_bits).collect()
    };
    let parts = buffers.parts.iter().flat_map(|own| {
        let (triangles, rest) = buffers.indices[own.indices.clone()].as_chunks::<3>();
        assert!(rest.is_empty());
        triangles
            .iter()
            .map(|corners| (own.part, corners.map(corner)))
    });
    parts.collect()
}

/// Asserts what holds for all buffers: parts follow each other, columns have equal lengths, and triangles use all vertices.
fn assert_complete(buffers: &MeshBuffers) {
    let mut next = 0;
    for own in &buffers.parts {
        assert_eq!(own.indices.start, next);
        assert!(own.indices.end > next);
        next = own.indices.end;
    }
    assert_eq!(next, buffers.indices.len());
    assert!(buffers.parts.is_sorted_by_key(|own| own.part));
    let count = buffers.positions.len();
    assert!([0, count].contains(&buffers.normals.len()));
    for set in &buffers.texture_coordinates {
        assert_eq!(set.len(), count);
    }
    for set in &buffers.colors {
        assert_eq!(set.len(), count);
    }
    let mut is_used = vec![false; count];
    for &index in &buffers.indices {
        is_used[index as usize] = true;
    }
    assert!(is_used.into_iter().all(|is_used| is_used));
}

#[test]
fn halves_as_buffers_are_those_of_the_split() {
    let (mut caps, mut vanished) = (0, 0);
    for seed in 0..cases(1500) {
        let random = &mut Random::new(seed);
        let scale = random.pick(&[1.0, 0.1, 1e-3]);
        let offset = random.pick(&[[0.0; 3], [1234.5, -77.7, 0.3], [4e5, 5e6, 100.0]]);
        let (mesh, plane) = dressed(random, scale, offset);
        let origin = if random.one_in(2) {
            [0.0; 3]
        } else {
            mesh.single_precision_origin()
        };
        let tile = random.pick(&[1.0, 0.25]);
        let options = BufferOptions::default()
            .with_origin(origin)
            .with_cap_tile(tile);
        let halves = mesh
            .split_to_buffers(&plane, &options)
            .expect("in the range of f32");
        let split = mesh.split(&plane);
        assert_eq!(halves.caps_cross, split.caps_cross);
        let mut lost = split.vanished.triangles;
        for (half, found) in [(&split.front, &halves.front), (&split.back, &halves.back)] {
            let with_texture = half.with_cap_texture_coordinates(&Frame::of(&plane), tile);
            // Buffers have texture coordinates only if the mesh has.
            let half = if mesh.attributes().layers.is_empty() {
                half
            } else {
                &with_texture
            };
            let expected = half.to_buffers(&options).expect("in the range of f32");
            assert_complete(found);
            assert_complete(&expected);
            assert!(triangles(found) == triangles(&expected), "{seed}");
            let of_caps = found.caps().len() / 3;
            let kept = (0..half.triangles().len()).filter(|&index| half.part(index) == CAP);
            assert!(of_caps <= kept.count());
            caps += of_caps;
            lost += expected.vanished;
        }
        assert_eq!(lost, halves.front.vanished + halves.back.vanished, "{seed}");
        vanished += lost;
    }
    assert!(caps > 1000 && vanished > 20, "{caps} {vanished}");
}

#[test]
fn halves_of_closed_meshes_are_closed_when_they_are_read_again() {
    for seed in 0..cases(400) {
        let random = &mut Random::new(seed);
        let (mesh, plane) = dressed(random, 0.1, [4e5, 5e6, 100.0]);
        let halves = mesh.split_to_buffers(&plane, &BufferOptions::default());
        let halves = halves.expect("in the range of f32");
        // So far from zero, f32 numbers lie half a unit apart, and most of a half vanishes. What stays is closed.
        for half in [&halves.front, &halves.back] {
            let again = Mesh::from_buffers(half).expect("the library's own buffers");
            assert!(
                again.boundary().is_closed() || !mesh.boundary().is_closed(),
                "{seed}"
            );
        }
    }
}

#[test]
fn a_mesh_of_buffers_comes_back() {
    for seed in 0..cases(400) {
        let random = &mut Random::new(seed);
        let (mesh, _) = dressed(random, 1.0, [0.0; 3]);
        let buffers = mesh
            .to_buffers(&BufferOptions::default())
            .expect("small integers");
        let again = Mesh::from_buffers(&buffers).expect("the library's own buffers");
        assert_eq!(again.triangles().len(), mesh.triangles().len());
        assert_eq!(again.boundary().open_edges(), mesh.boundary().open_edges());
        let repeated = again
            .to_buffers(&BufferOptions::default())
            .expect("small integers");
        assert!(triangles(&repeated) == triangles(&buffers), "{seed}");
        // The triangles of several parts are written part by part.
        if mesh.parts().is_empty() {
            assert_eq!(again.triangles(), mesh.triangles());
            assert_eq!(again.positions(), mesh.positions());
            assert!(repeated == buffers, "{seed}");
        }
    }
}

#[test]
fn interleaved_and_separate_buffers_give_the_same_mesh() -> Result<(), MeshError> {
    let random = &mut Random::new(3);
    let count = 300;
    let mut number = || random.unit() as f32;
    // Positions, a number that no column takes, normals, tangents, texture coordinates, colours.
    let vertices: Vec<[f32; 17]> = (0..count).map(|_| [(); 17].map(|()| number())).collect();
    fn column<const N: usize>(vertices: &[[f32; 17]], offset: usize) -> Vec<[f32; N]> {
        let row = |vertex: &[f32; 17]| std::array::from_fn(|place| vertex[offset + place]);
        vertices.iter().map(row).collect()
    }
    let indices: Vec<u32> = (0..3 * count).map(|_| random.below(count as u32)).collect();
    let few: Vec<u16> = indices.iter().map(|&index| index as u16).collect();
    let (positions, normals, tangents) = (
        column(&vertices, 0),
        column(&vertices, 4),
        column(&vertices, 7),
    );
    let (coordinates, colors) = (column(&vertices, 11), column(&vertices, 13));
    let separate = VertexBuffers::new(&positions, &indices)
        .with_normals(&normals)
        .with_tangents(&tangents)
        .with_texture_coordinates(&coordinates)
        .with_colors(&colors)
        .with_part(5, 300..600);
    let numbers = vertices.as_flattened();
    let interleaved = VertexBuffers::new(VertexColumn::interleaved(numbers, 0, 17)?, &few)
        .with_normals(VertexColumn::interleaved(numbers, 4, 17)?)
        .with_tangents(VertexColumn::interleaved(numbers, 7, 17)?)
        .with_texture_coordinates(VertexColumn::interleaved(numbers, 11, 17)?)
        .with_colors(VertexColumn::interleaved(numbers, 13, 17)?)
        .with_part(5, 300..600);
    let [separate, interleaved] = [
        Mesh::from_buffers(separate)?,
        Mesh::from_buffers(interleaved)?,
    ];
    assert_eq!(separate.positions(), interleaved.positions());
    assert_eq!(separate.triangles(), interleaved.triangles());
    assert_eq!(separate.attributes(), interleaved.attributes());
    assert_eq!(separate.parts(), interleaved.parts());
    assert_eq!(
        [
            separate.part(99),
            separate.part(100),
            separate.part(199),
            separate.part(200)
        ],
        [0, 5, 5, 0]
    );

    let in_order = Mesh::from_buffers(VertexBuffers::new(&positions, Indices::InOrder))?;
    assert_eq!(in_order.triangles().len(), count / 3);
    assert_eq!(in_order.corners(1)[2], positions[5].map(f64::from));
    Ok(())
}

#[test]
fn invalid_buffers_are_refused_with_their_place() {
    let positions = [[0.0_f32; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let indices = [0_u16, 1, 2];
    let message = |buffers: VertexBuffers<'_>| {
        let error = Mesh::from_buffers(buffers).expect_err("invalid buffers");
        error.to_string()
    };
    let plain = VertexBuffers::new(&positions, &indices);
    assert!(Mesh::from_buffers(plain.clone()).is_ok());
    assert_eq!(
        message(VertexBuffers::new(&positions, &[0_u16, 1, 3])),
        "triangle 0: index 3 is out of range, there are 3 vertices"
    );
    assert_eq!(
        message(VertexBuffers::new(&positions, &[0_u32, 1, 2, 0])),
        "indices: 4 entries where 6 are needed"
    );
    assert_eq!(
        message(plain.clone().with_normals(&[[0.0, 0.0, 1.0]; 2])),
        "normals: 2 entries where 3 are needed"
    );
    assert_eq!(
        message(VertexBuffers::new(&[[0.0, f32::NAN, 0.0]; 3], &indices)),
        "vertex 0: coordinate y is NaN, not a finite number"
    );
    for (part, text) in [
        (
            0..2,
            "part 7: 0..2 are not the corners of triangles among 3 indices",
        ),
        (
            1..3,
            "part 7: 1..3 are not the corners of triangles among 3 indices",
        ),
        (
            0..6,
            "part 7: 0..6 are not the corners of triangles among 3 indices",
        ),
    ] {
        assert_eq!(message(plain.clone().with_part(7, part)), text);
    }
    let column = |numbers: &[f32], offset, stride| {
        let column = VertexColumn::<3>::interleaved(numbers, offset, stride);
        column
            .map(|column| column.len())
            .map_err(|error| error.to_string())
    };
    let strided = |numbers: &[f32], stride, count| {
        let column = VertexColumn::<3>::strided(numbers, stride, count);
        column
            .map(|column| column.iter().last())
            .map_err(|error| error.to_string())
    };
    let five = [0.0, 1.0, 2.0, 3.0, 4.0];
    assert_eq!(
        strided(&five, 2, 2),
        Err("a vertex of 2 numbers does not have 3 numbers from number 0 on".into())
    );
    assert_eq!(
        strided(&five, 3, 2),
        Err("vertices: 5 entries where 6 are needed".into())
    );
    assert_eq!(
        strided(&five[..4], 1 << 40, usize::MAX).map_err(|text| text.len() > 40),
        Err(true)
    );
    assert_eq!(
        strided(&[0.0, 1.0, 2.0, 9.0, 3.0, 4.0, 5.0], 4, 2),
        Ok(Some([3.0, 4.0, 5.0]))
    );
    assert_eq!(strided(&[], 3, 0), Ok(None));
    let incomplete = Err("a vertex of 5 numbers does not have 3 numbers from number 3 on".into());
    assert_eq!(column(&[0.0; 10], 3, 5), incomplete);
    assert_eq!(
        column(&[0.0; 9], 2, 5),
        Err("vertices: 9 entries where 10 are needed".into())
    );
    assert_eq!(column(&[0.0; 10], 2, 5), Ok(2));
    assert_eq!(column(&[], 2, 5), Ok(0));
    assert!(column(&[0.0; 10], usize::MAX, 5).is_err());
    assert!(column(&[0.0; 10], 0, 0).is_err());

    let far = RawMesh {
        positions: vec![[1e300, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        triangles: vec![[0, 1, 2]],
        ..RawMesh::default()
    };
    let far = Mesh::new(far).expect("finite positions");
    let error = far
        .to_buffers(&BufferOptions::default())
        .expect_err("beyond f32");
    assert_eq!(
        error.to_string(),
        "vertex 0: coordinate x is inf, not a finite number"
    );
}

/// A piece of a body that was cut many times stays closed, although each cut rounds its vertices to f32.
#[test]
fn a_body_stays_closed_through_many_cuts_in_f32() {
    for seed in 0..cases(20) {
        let random = &mut Random::new(seed);
        let grid = random
            .pick(&[Family::Torus, Family::Hull, Family::Boxes])
            .mesh(random);
        let mesh = grid.mesh_with(|p| p.map(|c| c as f64 * 0.1));
        let buffers = mesh
            .to_buffers(&BufferOptions::default())
            .expect("small numbers");
        let whole = Mesh::from_buffers(&buffers).expect("the library's own buffers");
        let volume = whole.volume();
        let mut pieces = vec![whole];
        for _ in 0..12 {
            let mut next = Vec::new();
            for piece in pieces {
                let Some(bounds) = piece.bounds() else {
                    continue;
                };
                let normal = [(); 3].map(|()| random.unit() - 0.5);
                let plane = Plane::from_point_and_normal(bounds.center(), normal).expect("a plane");
                let halves = piece.split_to_buffers(&plane, &BufferOptions::default());
                let halves = halves.expect("small numbers");
                for half in [&halves.front, &halves.back] {
                    let half = Mesh::from_buffers(half).expect("the library's own buffers");
                    assert!(half.boundary().is_closed(), "{seed}");
                    next.push(half);
                }
            }
            next.sort_by(|a, b| b.volume().total_cmp(&a.volume()));
            let sum: f64 = next.iter().map(Mesh::volume).sum();
            let kept: f64 = next.iter().take(6).map(Mesh::volume).sum();
            assert!(kept <= sum + 1e-9 && sum <= volume * (1.0 + 1e-5), "{seed}");
            next.truncate(6);
            pieces = next;
        }
    }
}
