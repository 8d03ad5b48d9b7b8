//! The header of a file of the Common Layer Interface.

use std::io::{self, Write};

/// The encoding of the geometry in a file of the Common Layer Interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CommonLayerEncoding {
    /// Text: one line per layer and per polyline.
    #[default]
    Ascii,
    /// Binary, little-endian. If the bounds are from 0 to 65,535 units of the file and there are at most 65,535
    /// objects, records are short (unsigned 16-bit integers). Otherwise they are long (coordinates as 32-bit floats).
    Binary,
    /// Binary with every number at a multiple of four bytes from the start of the file (`$$ALIGN`). Records are long.
    AlignedBinary,
}

/// The header of a file of the Common Layer Interface, which is written before the first layer.
#[derive(Clone, Debug, PartialEq)]
pub struct CommonLayerHeader {
    /// The encoding of the geometry.
    pub encoding: CommonLayerEncoding,
    /// The unit of the file, in millimetres. All coordinates and heights of the layers are written as multiples of this
    /// unit, so the unit is also the resolution of the file.
    pub unit: f64,
    /// The number of millimetres in one unit of the model, such as 1000 for a model in metres.
    pub millimeters: f64,
    /// The least and the greatest coordinates of all layers, in units of the model: two coordinates in the plane, and
    /// the height.
    pub bounds: [[f64; 3]; 2],
    /// The number of layers.
    pub layers: usize,
    /// The names of the objects. The first object has the id 1 in the file.
    pub labels: Vec<String>,
    /// The day, the month and the last two digits of the year, or `None` to leave out the date. Without a date, the
    /// same layers give the same bytes on every day.
    pub date: Option<[u8; 3]>,
}

impl CommonLayerHeader {
    /// Writes the header, and returns the number of labels in which characters were replaced.
    pub(super) fn write(&self, writer: &mut impl Write) -> io::Result<usize> {
        let encoding = match self.encoding {
            CommonLayerEncoding::Ascii => "$$ASCII",
            CommonLayerEncoding::Binary => "$$BINARY",
            CommonLayerEncoding::AlignedBinary => "$$BINARY\n$$ALIGN",
        };
        let mut text = format!("$$HEADERSTART\n{encoding}\n");
        text += &format!("$$UNITS/{}\n$$VERSION/200\n", self.unit);
        if let Some([day, month, year]) = self.date {
            text += &format!("$$DATE/{day:02}{month:02}{year:02}\n");
        }
        let bounds = self.bounds.as_flattened().iter();
        // Adding zero turns −0 into 0.
        let bounds = bounds.map(|value| (value * self.millimeters + 0.0).to_string());
        let bounds: Vec<String> = bounds.collect();
        text += &format!("$$DIMENSION/{}\n", bounds.join(","));
        text += &format!("$$LAYERS/{}\n", self.layers);
        let mut changed = 0;
        for (index, label) in self.labels.iter().enumerate() {
            let written = safe(label);
            changed += usize::from(written != *label);
            text += &format!("$$LABEL/{},{written}\n", index + 1);
        }
        text += "$$HEADEREND";
        match self.encoding {
            CommonLayerEncoding::Ascii => text += "\n$$GEOMETRYSTART\n",
            CommonLayerEncoding::Binary => {}
            // Zero bytes pad the header to a multiple of four bytes.
            CommonLayerEncoding::AlignedBinary => {
                text.extend(std::iter::repeat_n('\0', text.len().wrapping_neg() % 4));
            }
        }
        writer.write_all(text.as_bytes())?;
        Ok(changed)
    }
}

/// Returns a label that cannot be mistaken for a command, a comment or a list. Dollar signs, commas, the second of two
/// slashes in a row, and all characters that are not printable ASCII become `_`.
fn safe(label: &str) -> String {
    let mut safe = String::with_capacity(label.len());
    for character in label.chars() {
        let is_plain = matches!(character, ' '..='~') && !matches!(character, '$' | ',');
        let starts_comment = character == '/' && safe.ends_with('/');
        safe.push(if is_plain && !starts_comment {
            character
        } else {
            '_'
        });
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::safe;

    #[test]
    fn labels_hold_no_commands_comments_or_lists() {
        for (label, written) in [
            ("IfcWall/0xA b", "IfcWall/0xA b"),
            ("a//b///c", "a/_b/_/c"),
            ("$$LAYER/1\n", "__LAYER/1_"),
            ("Tür, rechts", "T_r_ rechts"),
            ("", ""),
        ] {
            assert_eq!(safe(label), written, "{label:?}");
        }
    }
}
