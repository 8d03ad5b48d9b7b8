//! Accessors of glTF: lists of rows in a buffer. A row is one number or several numbers of one type, such as a
//! position. Offsets and lengths are checked before the first number is read.

use crate::budget::Budget;
use crate::error::{PlacedError, ReadErrorKind};
use crate::gltf::buffers::{Buffers, View};
use crate::gltf::json::{Accessor, Entries, Sparse, Whole};

/// The type in which a number is stored in a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    fn of(code: Whole) -> Option<Self> {
        Some(match code.0 {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            _ => return None,
        })
    }

    const fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// Reads a number of this type from the start of a slice, which has at least [`Self::size`] bytes.
    fn read(self, bytes: &[u8]) -> f64 {
        match self {
            Self::I8 => f64::from(i8::from_le_bytes([bytes[0]])),
            Self::U8 => f64::from(bytes[0]),
            Self::I16 => f64::from(i16::from_le_bytes([bytes[0], bytes[1]])),
            Self::U16 => f64::from(u16::from_le_bytes([bytes[0], bytes[1]])),
            Self::U32 => f64::from(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])),
            Self::F32 => f64::from(f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])),
        }
    }

    /// Reads an unsigned integer of this type from the start of a slice. The result is used as an index.
    fn read_index(self, bytes: &[u8]) -> u32 {
        match self {
            Self::U8 => u32::from(bytes[0]),
            Self::U16 => u32::from(u16::from_le_bytes([bytes[0], bytes[1]])),
            _ => u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
        }
    }

    const fn is_index(self) -> bool {
        matches!(self, Self::U8 | Self::U16 | Self::U32)
    }

    /// Converts a number of a normalized accessor to its range, 0 to 1 or −1 to 1. The result is the nearest f32,
    /// because viewers use f32.
    fn normalized(self, value: f64) -> f64 {
        let most = match self {
            Self::I8 => 127.0,
            Self::U8 => 255.0,
            Self::I16 => 32_767.0,
            Self::U16 => 65_535.0,
            Self::U32 => f64::from(u32::MAX),
            Self::F32 => return value,
        };
        f64::from((value / most).max(-1.0) as f32)
    }
}

/// The rows that a sparse accessor replaces: their indices, which increase strictly, and their new values.
#[derive(Clone, Copy, Debug)]
struct Replaced<'b> {
    indices: &'b [u8],
    component: Component,
    count: usize,
    values: &'b [u8],
}

impl<'b> Replaced<'b> {
    fn index(&self, at: usize) -> u32 {
        self.component
            .read_index(&self.indices[at * self.component.size()..])
    }

    fn row(&self, row: usize, size: usize) -> Option<&'b [u8]> {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low.midpoint(high);
            let index = self.index(middle) as usize;
            if index == row {
                return Some(&self.values[middle * size..][..size]);
            }
            if index < row {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        None
    }
}

/// The data of an accessor after all checks of offsets and lengths: `count` rows of `width` numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column<'b> {
    /// The bytes of the rows; `None` if all numbers are zero, except for the replaced rows in `sparse`.
    bytes: Option<&'b [u8]>,
    stride: usize,
    pub(super) component: Component,
    pub(super) width: usize,
    pub(super) normalized: bool,
    pub(super) count: usize,
    sparse: Option<Replaced<'b>>,
}

impl<'b> Column<'b> {
    /// Opens the accessor with this index. Errors name `element`, the place in the JSON document that refers to the
    /// accessor. Returns `None` if the elements of the accessor are matrices.
    pub(super) fn open(
        accessors: &Entries<'_>,
        index: Whole,
        buffers: &'b Buffers<'_>,
        budget: &mut Budget,
        element: impl FnOnce() -> String,
    ) -> Result<Option<Self>, PlacedError> {
        let width = |shape: &str| match shape {
            "MAT2" | "MAT3" | "MAT4" => Ok(None),
            shape => width(shape, index).map(Some),
        };
        Self::open_as(accessors, index, buffers, budget, element, width)
    }

    /// Opens the accessor with this index, whose elements are matrices of type MAT4. Each row has 16 numbers, column by
    /// column. Returns `None` if the elements are of another type.
    pub(super) fn open_matrices(
        accessors: &Entries<'_>,
        index: Whole,
        buffers: &'b Buffers<'_>,
        budget: &mut Budget,
        element: impl FnOnce() -> String,
    ) -> Result<Option<Self>, PlacedError> {
        let width = |shape: &str| Ok((shape == "MAT4").then_some(16));
        Self::open_as(accessors, index, buffers, budget, element, width)
    }

    /// Opens the accessor with this index. `width` returns the number of numbers per row for the type of its elements,
    /// or `None` if they are not wanted.
    fn open_as(
        accessors: &Entries<'_>,
        index: Whole,
        buffers: &'b Buffers<'_>,
        budget: &mut Budget,
        element: impl FnOnce() -> String,
        width: impl FnOnce(&str) -> Result<Option<usize>, PlacedError>,
    ) -> Result<Option<Self>, PlacedError> {
        let accessor: Accessor<'_> = accessors.named("accessors", index, element)?;
        width(&accessor.shape)?
            .map(|width| Self::of(accessors, &accessor, (index, width), buffers, budget))
            .transpose()
    }

    /// Opens an accessor with the index `index` and `width` numbers per row.
    fn of(
        accessors: &Entries<'_>,
        accessor: &Accessor<'_>,
        (index, width): (Whole, usize),
        buffers: &'b Buffers<'_>,
        budget: &mut Budget,
    ) -> Result<Self, PlacedError> {
        // The memory budget also limits the running time. Each reference to an accessor parses its JSON text again, so
        // an eighth of the text's length is charged to the budget for each reference.
        budget.charge("accessors", accessors.0[index.size()].get().len() / 8, 1)?;
        let place = |field: &str| format!("accessors[{}].{field}", index.0);
        let component = component(accessor.component_type, place("componentType"))?;
        let size = component.size() * width;
        let count = accessor.count.size();
        let (bytes, stride) = match accessor.buffer_view {
            Some(view) => {
                budget.charge("bufferViews", buffers.text(view) / 8, 1)?;
                let view = buffers.view(view, || place("bufferView"))?;
                let stride = view.stride.unwrap_or(size);
                if stride < size {
                    return Err(PlacedError::syntax(
                        place("bufferView"),
                        format!("elements of {size} bytes overlap at a byteStride of {stride}"),
                    ));
                }
                let bytes = rows(view, accessor.byte_offset, stride, size, count, || {
                    place("count")
                })?;
                (Some(bytes), stride)
            }
            // Without a buffer view, all rows are zeros, except for those that `sparse` replaces. So a small file can
            // declare many rows. Their size is charged to the memory budget here.
            None => {
                budget.charge(&place("count"), count, size)?;
                (None, size)
            }
        };
        let sparse = match &accessor.sparse {
            Some(sparse) => Some(replaced(sparse, buffers, size, count, budget, place)?),
            None => None,
        };
        Ok(Self {
            bytes,
            stride,
            component,
            width,
            normalized: accessor.normalized,
            count,
            sparse,
        })
    }

    /// Returns the bytes of a row. Returns `None` if no bytes are stored for the row; its numbers are then zeros. The
    /// row must be in range.
    fn row(&self, row: usize) -> Option<&'b [u8]> {
        let size = self.component.size() * self.width;
        self.sparse
            .and_then(|sparse| sparse.row(row, size))
            .or_else(|| Some(&self.bytes?[row * self.stride..][..size]))
    }

    /// Returns one number of a row. The row must be in range.
    pub(super) fn number(&self, row: usize, component: usize) -> f64 {
        let Some(bytes) = self.row(row) else {
            return 0.0;
        };
        let value = self
            .component
            .read(&bytes[component * self.component.size()..]);
        if self.normalized {
            self.component.normalized(value)
        } else {
            value
        }
    }

    /// Returns the number in this row of an accessor that holds indices. The row must be in range.
    pub(super) fn index(&self, row: usize) -> u32 {
        self.row(row)
            .map_or(0, |bytes| self.component.read_index(bytes))
    }

    /// Returns `true` if the numbers are unsigned integers.
    pub(super) fn component_is_index(&self) -> bool {
        self.component.is_index() && !self.normalized
    }

    /// Returns `true` if the accessor has floats, or integers that stand for numbers from −1 to 1.
    pub(super) fn is_fraction(&self) -> bool {
        self.component == Component::F32 || self.normalized
    }

    /// Returns `true` if the accessor can hold indices: one unsigned integer per row, not normalized.
    pub(super) fn is_index(&self) -> bool {
        self.width == 1 && self.component_is_index()
    }
}

/// Returns the number of components of a type that is not a matrix.
fn width(shape: &str, accessor: Whole) -> Result<usize, PlacedError> {
    match shape {
        "SCALAR" => Ok(1),
        "VEC2" => Ok(2),
        "VEC3" => Ok(3),
        "VEC4" => Ok(4),
        other => {
            let other: String = other.chars().take(20).collect();
            Err(PlacedError::syntax(
                format!("accessors[{}].type", accessor.0),
                format!("unknown type: `{other}`"),
            ))
        }
    }
}

fn component(code: Whole, element: String) -> Result<Component, PlacedError> {
    Component::of(code)
        .ok_or_else(|| PlacedError::syntax(element, format!("unknown component type: {}", code.0)))
}

/// Returns the bytes of `count` rows in a buffer view, from the position `offset` on. A row has `size` bytes, and rows
/// begin `stride` bytes apart. It is an error if the buffer view has too few bytes.
fn rows<'b>(
    view: View<'b>,
    offset: Whole,
    stride: usize,
    size: usize,
    count: usize,
    element: impl FnOnce() -> String,
) -> Result<&'b [u8], PlacedError> {
    let length = match count.checked_sub(1) {
        None => 0,
        Some(before) => (before as u64)
            .saturating_mul(stride as u64)
            .saturating_add(size as u64),
    };
    let end = offset.0.saturating_add(length);
    if end > view.bytes.len() as u64 {
        return Err(PlacedError::truncated(
            element(),
            "the buffer view",
            end,
            view.bytes.len(),
        ));
    }
    Ok(&view.bytes[offset.size()..])
}

fn replaced<'b>(
    sparse: &Sparse,
    buffers: &'b Buffers<'_>,
    size: usize,
    count: usize,
    budget: &mut Budget,
    place: impl Fn(&str) -> String,
) -> Result<Replaced<'b>, PlacedError> {
    let indices = &sparse.indices;
    let component = component(
        indices.component_type,
        place("sparse.indices.componentType"),
    )?;
    if !component.is_index() {
        return Err(PlacedError::syntax(
            place("sparse.indices.componentType"),
            "indices must be unsigned integers",
        ));
    }
    let many = sparse.count.size();
    let slice = |view: Whole, offset: Whole, size: usize, field: &str| {
        let view = buffers.view(view, || place(&format!("{field}.bufferView")))?;
        rows(view, offset, size, size, many, || place("sparse.count"))
    };
    let index_size = component.size();
    let replaced = Replaced {
        indices: slice(
            indices.buffer_view,
            indices.byte_offset,
            index_size,
            "sparse.indices",
        )?,
        component,
        count: many,
        values: slice(
            sparse.values.buffer_view,
            sparse.values.byte_offset,
            size,
            "sparse.values",
        )?,
    };
    // The budget also limits the running time: the check below visits all replaced rows again for each reference to the
    // accessor.
    budget.charge(&place("sparse.count"), many, 1)?;
    let mut least = 0;
    for at in 0..many {
        let index = replaced.index(at) as usize;
        if index >= count {
            return Err(PlacedError::at(
                place(&format!("sparse.indices[{at}]")),
                ReadErrorKind::OutOfRange {
                    what: "accessor row",
                    index: index as i64,
                    count: count as u64,
                },
            ));
        }
        if index < least {
            return Err(PlacedError::syntax(
                place(&format!("sparse.indices[{at}]")),
                "sparse indices must increase strictly",
            ));
        }
        least = index + 1;
    }
    Ok(replaced)
}
