//! The header of a PLY file, which is text in every encoding. It declares the elements and their properties. An
//! element, such as `vertex`, is a table; its properties, such as `x`, are the columns.

use crate::error::{PlacedError, ReadErrorKind};
use crate::text::{name, shown, words};

/// The encoding of the numbers after the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Ascii,
    LittleEndian,
    BigEndian,
}

/// The type of a number in a PLY file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Scalar {
    fn of(word: &[u8]) -> Option<Self> {
        Some(match word {
            b"char" | b"int8" => Self::I8,
            b"uchar" | b"uint8" => Self::U8,
            b"short" | b"int16" => Self::I16,
            b"ushort" | b"uint16" => Self::U16,
            b"int" | b"int32" => Self::I32,
            b"uint" | b"uint32" => Self::U32,
            b"float" | b"float32" => Self::F32,
            b"double" | b"float64" => Self::F64,
            _ => return None,
        })
    }

    /// Returns the size of a number of this type in bytes, in a binary file.
    pub(super) fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    /// Returns the least and the greatest value of an integer type.
    pub(super) fn range(self) -> Option<[f64; 2]> {
        Some(match self {
            Self::I8 => [f64::from(i8::MIN), f64::from(i8::MAX)],
            Self::U8 => [0.0, f64::from(u8::MAX)],
            Self::I16 => [f64::from(i16::MIN), f64::from(i16::MAX)],
            Self::U16 => [0.0, f64::from(u16::MAX)],
            Self::I32 => [f64::from(i32::MIN), f64::from(i32::MAX)],
            Self::U32 => [0.0, f64::from(u32::MAX)],
            Self::F32 | Self::F64 => return None,
        })
    }

    /// Returns the value of this type that stands for 1 in colours: its greatest value, or 1 for floats.
    pub(super) fn full(self) -> f64 {
        self.range().map_or(1.0, |[_, most]| most)
    }
}

/// The type of a property: one number, or a list that consists of a count and this many numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Scalar(Scalar),
    List { count: Scalar, item: Scalar },
}

#[derive(Clone, Debug)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) kind: Kind,
}

#[derive(Clone, Debug)]
pub(super) struct Element {
    pub(super) name: String,
    /// The number of rows that the header declares for this element.
    pub(super) rows: u64,
    pub(super) properties: Vec<Property>,
    /// The line of the header that declares the element.
    pub(super) line: u64,
}

impl Element {
    /// Returns the number of bytes in a row of the element in a binary file. Returns `None` if the element has a list,
    /// because its rows can then differ in size.
    pub(super) fn stride(&self) -> Option<usize> {
        self.properties.iter().try_fold(0, |sum, p| match p.kind {
            Kind::Scalar(scalar) => Some(sum + scalar.size()),
            Kind::List { .. } => None,
        })
    }

    /// Returns the least number of bytes that all rows of the element together take.
    pub(super) fn least_bytes(&self, encoding: Encoding) -> u64 {
        let row: usize = match encoding {
            // In text, each number takes at least a digit and a space.
            Encoding::Ascii => 2 * self.properties.len(),
            _ => self
                .properties
                .iter()
                .map(|property| match property.kind {
                    Kind::Scalar(scalar) => scalar.size(),
                    Kind::List { count, .. } => count.size(),
                })
                .sum(),
        };
        let all = self.rows.saturating_mul(row as u64);
        match encoding {
            // No space is needed after the last number of the file.
            Encoding::Ascii => all.saturating_sub(1),
            _ => all,
        }
    }

    /// Returns the index of the first property whose name is one of `names`.
    pub(super) fn find(&self, names: &[&str]) -> Option<usize> {
        self.properties
            .iter()
            .position(|property| names.contains(&property.name.as_str()))
    }
}

#[derive(Clone, Debug)]
pub(super) struct Header {
    pub(super) encoding: Encoding,
    pub(super) elements: Vec<Element>,
    /// The number of lines that are neither keywords of PLY nor comments.
    pub(super) foreign: usize,
    /// The position of the first byte after the header. The next field, `line`, is the line in which this byte is.
    pub(super) body: usize,
    pub(super) line: u64,
}

/// The keywords that a header line may begin with, apart from comments.
const KEYWORDS: [&[u8]; 4] = [b"format", b"element", b"property", b"end_header"];

/// The largest number of elements plus properties that a header may declare. Real headers have far fewer.
const MOST_PROPERTIES: usize = 1000;

pub(super) fn header(bytes: &[u8]) -> Result<Header, PlacedError> {
    let mut lines = HeaderLines {
        bytes,
        at: 0,
        line: 0,
    };
    let first = lines.next()?;
    if first.strip_prefix(b"\xef\xbb\xbf").unwrap_or(first) != b"ply" {
        return Err(lines.error("the file does not begin with the line ply".into()));
    }
    let mut encoding = None;
    let mut elements: Vec<Element> = Vec::new();
    let (mut properties, mut foreign) = (0, 0);
    loop {
        let line = lines.next()?;
        // A keyword has at most four further words, so a line of eight or more words is a comment or an error.
        let all: Vec<&[u8]> = words(line).take(8).collect();
        match all[..] {
            [] | [b"comment" | b"obj_info", ..] => {}
            [b"format", how, version] => {
                // Some programs write 1.1, and mean the same.
                if ![&b"1.0"[..], b"1.1"].contains(&version) {
                    let version = shown(version);
                    return Err(lines.error(format!("expected version 1.0, found {version}")));
                }
                encoding = Some(match how {
                    b"ascii" => Encoding::Ascii,
                    b"binary_little_endian" => Encoding::LittleEndian,
                    b"binary_big_endian" => Encoding::BigEndian,
                    _ => return Err(lines.error(format!("{} is not an encoding", shown(how)))),
                });
            }
            [b"element", title, count] => {
                let rows = core::str::from_utf8(count)
                    .ok()
                    .and_then(|count| count.parse().ok());
                let rows = rows.ok_or_else(|| {
                    lines.error(format!("{} is not a number of rows", shown(count)))
                })?;
                let name = name(title);
                if elements.iter().any(|element| element.name == name) {
                    return Err(lines.error(format!("element {name} is declared twice")));
                }
                elements.push(Element {
                    name,
                    rows,
                    properties: Vec::new(),
                    line: lines.line,
                });
            }
            [b"property", ref rest @ ..] => {
                let property = property(rest).map_err(|message| lines.error(message))?;
                let element = elements
                    .last_mut()
                    .ok_or_else(|| lines.error("a property before the first element".into()))?;
                if element.find(&[&property.name]).is_some() {
                    let name = property.name;
                    return Err(lines.error(format!("property {name} is declared twice")));
                }
                element.properties.push(property);
                properties += 1;
            }
            [b"end_header"] => break,
            // A line with a keyword has another form than above.
            [word, ..] if KEYWORDS.contains(&word) || !word.is_ascii() => {
                return Err(lines.error(format!("{} is not a header line", shown(word))));
            }
            // Some programs write comments without the keyword `comment`.
            _ => foreign += 1,
        }
        if elements.len() + properties > MOST_PROPERTIES {
            let most = MOST_PROPERTIES;
            return Err(lines.error(format!("more than {most} elements and properties")));
        }
    }
    let encoding = encoding.ok_or_else(|| lines.error("the line format is missing".into()))?;
    Ok(Header {
        encoding,
        elements,
        foreign,
        body: lines.at,
        line: lines.line + 1,
    })
}

fn property(rest: &[&[u8]]) -> Result<Property, String> {
    let scalar =
        |word: &[u8]| Scalar::of(word).ok_or_else(|| format!("{} is not a type", shown(word)));
    match *rest {
        [b"list", count, item, title] => {
            let count = scalar(count)?;
            let name = name(title);
            if count.range().is_none() {
                return Err(format!("the list {name} has a float as its length"));
            }
            let item = scalar(item)?;
            Ok(Property {
                name,
                kind: Kind::List { count, item },
            })
        }
        [kind, title] => Ok(Property {
            name: name(title),
            kind: Kind::Scalar(scalar(kind)?),
        }),
        _ => Err("a property is `type name` or `list type type name`".into()),
    }
}

/// The lines of a header, read one by one. A line ends in a line feed, a carriage return, or both. The data begin
/// directly after the last line.
struct HeaderLines<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u64,
}

impl<'a> HeaderLines<'a> {
    fn next(&mut self) -> Result<&'a [u8], PlacedError> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        self.line += 1;
        let end = rest
            .iter()
            .position(|&b| b == b'\n' || b == b'\r')
            .ok_or_else(|| self.error("the file ends inside the header".into()))?;
        let both = rest[end..].starts_with(b"\r\n");
        self.at += end + 1 + usize::from(both);
        Ok(rest[..end].trim_ascii())
    }

    fn error(&self, message: String) -> PlacedError {
        PlacedError::at_line(self.line, ReadErrorKind::Syntax(message))
    }
}
