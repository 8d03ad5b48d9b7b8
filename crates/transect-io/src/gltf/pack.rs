//! The binary part of a GLB file. Accessors whose numbers have the same type and row width share one buffer view.

use serde::Serialize;

/// The type and the row width of the numbers in a buffer view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Rows of this many `f32` numbers, for positions and other attributes of vertices.
    Rows(usize),
    ShortIndices,
    LongIndices,
}

impl Kind {
    const ALL: [Self; 6] = [
        Self::Rows(1),
        Self::Rows(2),
        Self::Rows(3),
        Self::Rows(4),
        Self::ShortIndices,
        Self::LongIndices,
    ];

    const fn place(self) -> usize {
        match self {
            Self::Rows(width) => width - 1,
            Self::ShortIndices => 4,
            Self::LongIndices => 5,
        }
    }
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    buffer: usize,
    byte_offset: usize,
    byte_length: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    byte_stride: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<u32>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor {
    /// While accessors are added, this is the index of the accessor's `Kind`. `finish` replaces it by the index of the
    /// buffer view with the numbers of this kind.
    buffer_view: usize,
    byte_offset: usize,
    component_type: u32,
    count: usize,
    #[serde(rename = "type")]
    shape: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    min: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max: Option<[f32; 3]>,
}

/// The accessors of a GLB file that is being written, and the bytes of their numbers.
#[derive(Debug, Default)]
pub(super) struct Pack {
    kinds: [Vec<u8>; 6],
    accessors: Vec<Accessor>,
}

/// The buffer views and accessors of a GLB file, and its BIN chunk.
pub(super) struct Packed {
    pub(super) views: Vec<View>,
    pub(super) accessors: Vec<Accessor>,
    pub(super) binary: Vec<u8>,
    /// The index of the buffer view that holds the first image.
    pub(super) first_image: usize,
}

impl Pack {
    /// Adds an accessor of positions with their bounding box, which glTF requires.
    pub(super) fn positions(&mut self, positions: impl Iterator<Item = [f32; 3]> + Clone) -> usize {
        let mut min = [f32::INFINITY; 3];
        let mut max = [f32::NEG_INFINITY; 3];
        for position in positions.clone() {
            for axis in 0..3 {
                min[axis] = min[axis].min(position[axis]);
                max[axis] = max[axis].max(position[axis]);
            }
        }
        let accessor = self.rows(3, positions.flatten());
        self.accessors[accessor].min = Some(min);
        self.accessors[accessor].max = Some(max);
        accessor
    }

    /// Adds an accessor of rows of 1 to 4 numbers.
    pub(super) fn rows(&mut self, width: usize, numbers: impl Iterator<Item = f32>) -> usize {
        let shape = ["SCALAR", "VEC2", "VEC3", "VEC4"][width - 1];
        self.push(Kind::Rows(width), 5126, 4 * width, shape, |bytes| {
            for number in numbers {
                bytes.extend(number.to_le_bytes());
            }
        })
    }

    /// Adds an accessor of vertex indices: 16 bits each if there are at most 65,535 vertices, else 32 bits. The largest
    /// value of a type is never an index, because it can mean the end of a strip.
    pub(super) fn indices(&mut self, indices: &[u32], vertices: usize) -> usize {
        if vertices <= usize::from(u16::MAX) {
            self.push(Kind::ShortIndices, 5123, 2, "SCALAR", |bytes| {
                for &index in indices {
                    bytes.extend((index as u16).to_le_bytes());
                }
            })
        } else {
            self.push(Kind::LongIndices, 5125, 4, "SCALAR", |bytes| {
                for index in indices {
                    bytes.extend(index.to_le_bytes());
                }
            })
        }
    }

    fn push(
        &mut self,
        kind: Kind,
        component_type: u32,
        size: usize,
        shape: &'static str,
        fill: impl FnOnce(&mut Vec<u8>),
    ) -> usize {
        let bytes = &mut self.kinds[kind.place()];
        let byte_offset = bytes.len();
        fill(bytes);
        self.accessors.push(Accessor {
            buffer_view: kind.place(),
            byte_offset,
            component_type,
            count: (bytes.len() - byte_offset) / size,
            shape,
            min: None,
            max: None,
        });
        self.accessors.len() - 1
    }

    /// Joins the bytes of all kinds of accessors into one chunk, and appends the images. The bytes of each kind begin
    /// at a multiple of 4.
    pub(super) fn finish<'a>(self, images: impl Iterator<Item = &'a [u8]>) -> Packed {
        let mut packed = Packed {
            views: Vec::new(),
            accessors: self.accessors,
            binary: Vec::new(),
            first_image: 0,
        };
        let mut view_of_kind = [0; 6];
        for (kind, bytes) in Kind::ALL.into_iter().zip(self.kinds) {
            view_of_kind[kind.place()] = packed.views.len();
            if !bytes.is_empty() {
                let (stride, target) = match kind {
                    Kind::Rows(width) => (Some(4 * width), 34962),
                    _ => (None, 34963),
                };
                packed.push(&bytes, stride, Some(target));
            }
        }
        for accessor in &mut packed.accessors {
            accessor.buffer_view = view_of_kind[accessor.buffer_view];
        }
        packed.first_image = packed.views.len();
        for bytes in images {
            packed.push(bytes, None, None);
        }
        packed
    }
}

impl Packed {
    fn push(&mut self, bytes: &[u8], byte_stride: Option<usize>, target: Option<u32>) {
        self.views.push(View {
            buffer: 0,
            byte_offset: self.binary.len(),
            byte_length: bytes.len(),
            byte_stride,
            target,
        });
        self.binary.extend_from_slice(bytes);
        self.binary.resize(self.binary.len().next_multiple_of(4), 0);
    }
}
