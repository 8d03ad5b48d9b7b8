//! Indices of triangles and of sequences.

use crate::gltf::meshopt::bytes::{Bytes, Damage, difference};

/// The number of recent edges and of recent vertices that codes refer to.
const RECENT: usize = 16;

/// The last entries of a list, the newest first.
struct Recent<T> {
    entries: [T; RECENT],
    next: usize,
}

impl<T: Copy + Default> Recent<T> {
    fn new() -> Self {
        Self {
            entries: [T::default(); RECENT],
            next: 0,
        }
    }

    fn push(&mut self, entry: T) {
        self.entries[self.next] = entry;
        self.next = (self.next + 1) % RECENT;
    }

    /// Returns the entry before the last `back` ones.
    fn get(&self, back: u8) -> T {
        self.entries[(self.next + 2 * RECENT - 1 - usize::from(back)) % RECENT]
    }
}

/// The state of the decoder of triangles.
struct Decoder<'b> {
    data: Bytes<'b>,
    /// The first vertex that no triangle has used.
    next: u32,
    /// The last vertex that was stored as a difference.
    last: u32,
    vertices: Recent<u32>,
    edges: Recent<[u32; 2]>,
}

impl Decoder<'_> {
    fn fresh(&mut self) -> u32 {
        let fresh = self.next;
        self.next = self.next.wrapping_add(1);
        fresh
    }

    fn stored(&mut self) -> Result<u32, Damage> {
        let zigzag = self.data.integer()?;
        self.last = self.last.wrapping_add(difference(zigzag));
        Ok(self.last)
    }

    /// Returns the vertex with a code of four bits, and `true` if it is not one of the recent ones. Only with `may_be_stored`,
    /// 15 means a stored difference.
    fn vertex(&mut self, code: u8, may_be_stored: bool) -> Result<(u32, bool), Damage> {
        Ok(match code {
            0 => (self.fresh(), true),
            15 if may_be_stored => (self.stored()?, true),
            _ => (self.vertices.get(code - 1), false),
        })
    }

    /// Returns the triangle with this code. `pairs` are the pairs of codes of vertices that occur most often.
    fn triangle(&mut self, code: u8, pairs: &[u8]) -> Result<[u32; 3], Damage> {
        let (edge, low) = (code >> 4, code & 15);
        if edge < 15 {
            let [a, b] = self.edges.get(edge);
            let (c, is_new) = match low {
                0 => (self.fresh(), true),
                13 => (self.last.wrapping_sub(1), true),
                14 => (self.last.wrapping_add(1), true),
                15 => (self.stored()?, true),
                _ => (self.vertices.get(low), false),
            };
            if let 13 | 14 = low {
                self.last = c;
            }
            if is_new {
                self.vertices.push(c);
            }
            self.edges.push([c, b]);
            self.edges.push([a, c]);
            return Ok([a, b, c]);
        }
        let (pair, first, may_be_stored) = match low {
            14 | 15 => {
                let pair = self.data.byte()?;
                if pair == 0 {
                    self.next = 0;
                }
                (pair, if low == 14 { 0 } else { 15 }, true)
            }
            _ => (pairs[usize::from(low)], 0, false),
        };
        let codes = [first, pair >> 4, pair & 15];
        let mut corners = [(0, true); 3];
        for (corner, code) in corners.iter_mut().zip(codes) {
            *corner = self.vertex(code, may_be_stored)?;
        }
        let [(a, _), (b, _), (c, _)] = corners;
        for (vertex, is_new) in corners {
            if is_new {
                self.vertices.push(vertex);
            }
        }
        for edge in [[b, a], [c, b], [a, c]] {
            self.edges.push(edge);
        }
        Ok([a, b, c])
    }
}

/// Returns the indices of triangles.
pub(super) fn triangles(bytes: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, Damage> {
    let mut data = Bytes(bytes);
    if data.byte()? != 0xe1 {
        return Err("this version of compressed triangles is not known");
    }
    if !count.is_multiple_of(3) {
        return Err("the number of indices is not a multiple of 3");
    }
    let codes = data.take(count / 3)?;
    let end = data
        .0
        .len()
        .checked_sub(RECENT)
        .ok_or("the compressed data ends early")?;
    let (data, pairs) = data.0.split_at(end);
    let mut decoder = Decoder {
        data: Bytes(data),
        next: 0,
        last: 0,
        vertices: Recent::new(),
        edges: Recent::new(),
    };
    let mut indices = Vec::with_capacity(count * stride);
    for &code in codes {
        for index in decoder.triangle(code, pairs)? {
            indices.extend_from_slice(&index.to_le_bytes()[..stride]);
        }
    }
    decoder.data.end()?;
    Ok(indices)
}

/// Returns a sequence of indices. Each is stored as its difference from one of two others.
pub(super) fn sequence(bytes: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, Damage> {
    let mut data = Bytes(bytes);
    if data.byte()? != 0xd1 {
        return Err("this version of compressed indices is not known");
    }
    let end = data
        .0
        .len()
        .checked_sub(4)
        .ok_or("the compressed data ends early")?;
    data.0 = &data.0[..end];
    let mut last = [0_u32; 2];
    // Each index has a byte or more.
    let mut indices = Vec::with_capacity(count.min(end) * stride);
    for _ in 0..count {
        let stored = data.integer()?;
        let own = &mut last[(stored & 1) as usize];
        *own = own.wrapping_add(difference(stored >> 1));
        indices.extend_from_slice(&own.to_le_bytes()[..stride]);
    }
    data.end()?;
    Ok(indices)
}
