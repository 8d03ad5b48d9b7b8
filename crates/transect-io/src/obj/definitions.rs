//! The statements that faces refer to: positions, texture coordinates and normals.

use hashbrown::HashMap;

use crate::error::ReadErrorKind;
use crate::obj::object::{Lists, NONE};
use crate::text::{attribute, number};

/// The keywords of definitions, in the order of the indices of a corner.
pub(super) const KEYWORDS: [&[u8]; 3] = [b"v", b"vt", b"vn"];

/// The definitions of a file, and counts of what is unusual in them.
#[derive(Default)]
pub(super) struct Definitions {
    pub(super) lists: Lists,
    color_ids: HashMap<[u64; 3], u32>,
    /// The number of vertices with a weight other than 1.
    pub(super) weighted: usize,
    /// The number of positions without z.
    pub(super) flat: usize,
    /// The number of attributes that are NaN or infinite.
    pub(super) not_finite: usize,
}

impl Definitions {
    /// Reads a position, a texture coordinate or a normal. Returns the number of its list, and `None` for other
    /// statements.
    pub(super) fn define<'l>(
        &mut self,
        keyword: &[u8],
        rest: impl Iterator<Item = &'l [u8]>,
    ) -> Result<Option<usize>, ReadErrorKind> {
        match keyword {
            b"v" => self.vertex(rest).map(|()| Some(0)),
            b"vt" => self.texture(rest).map(|()| Some(1)),
            b"vn" => self.normal(rest).map(|()| Some(2)),
            _ => Ok(None),
        }
    }

    fn vertex<'l>(
        &mut self,
        mut rest: impl Iterator<Item = &'l [u8]>,
    ) -> Result<(), ReadErrorKind> {
        let position = self.position(&mut rest)?;
        let mut more = [0.0; 4];
        let mut count = 0;
        for word in rest {
            let slot = more.get_mut(count).ok_or_else(|| {
                ReadErrorKind::Syntax("a vertex of more than seven numbers".to_owned())
            })?;
            *slot = attribute(word, "a vertex's weight or colour", &mut self.not_finite)?;
            count += 1;
        }
        // The numbers after x, y and z are a weight (if there is one number), a colour (three), or a weight and a
        // colour (four).
        let (weight, color) = match count {
            0 => (1.0, None),
            1 => (more[0], None),
            3 => (1.0, Some([more[0], more[1], more[2]])),
            4 => (more[0], Some([more[1], more[2], more[3]])),
            _ => return Err(ReadErrorKind::Syntax("a vertex of five numbers".to_owned())),
        };
        self.weighted += usize::from(weight != 1.0);
        if let Some(color) = color {
            let next = self.lists.colors.len() as u32;
            let id = *self
                .color_ids
                .entry(color.map(f64::to_bits))
                .or_insert(next);
            if id == next {
                self.lists.colors.push(color);
            }
            self.lists.color_of.resize(self.lists.positions.len(), NONE);
            self.lists.color_of.push(id);
        }
        self.lists.positions.push(position);
        Ok(())
    }

    /// Reads a position. If z is missing, it is 0, as in other programs.
    fn position<'l>(
        &mut self,
        mut rest: impl Iterator<Item = &'l [u8]>,
    ) -> Result<[f64; 3], ReadErrorKind> {
        let mut position = [0.0; 3];
        for (axis, what) in ["x", "y", "z"].into_iter().enumerate() {
            match rest.next() {
                Some(word) => position[axis] = number(word, what)?,
                None if axis == 2 => self.flat += 1,
                None => return Err(ReadErrorKind::Syntax(format!("{what} is missing"))),
            }
        }
        Ok(position)
    }

    fn normal<'l>(
        &mut self,
        mut rest: impl Iterator<Item = &'l [u8]>,
    ) -> Result<(), ReadErrorKind> {
        let mut normal = [0.0; 3];
        for (slot, what) in normal.iter_mut().zip(["normal x", "normal y", "normal z"]) {
            let word = rest
                .next()
                .ok_or_else(|| ReadErrorKind::Syntax(format!("{what} is missing")))?;
            *slot = attribute(word, what, &mut self.not_finite)?;
        }
        self.lists.normals.push(normal);
        Ok(())
    }

    fn texture<'l>(
        &mut self,
        mut rest: impl Iterator<Item = &'l [u8]>,
    ) -> Result<(), ReadErrorKind> {
        let mut row = [0.0; 3];
        let first = rest.next().ok_or_else(|| {
            ReadErrorKind::Syntax("a texture coordinate without numbers".to_owned())
        })?;
        row[0] = attribute(first, "texture u", &mut self.not_finite)?;
        for (slot, word) in row[1..].iter_mut().zip(rest) {
            *slot = attribute(word, "texture v or w", &mut self.not_finite)?;
        }
        self.lists.deep |= row[2] != 0.0;
        self.lists.texture.push(row);
        Ok(())
    }
}
