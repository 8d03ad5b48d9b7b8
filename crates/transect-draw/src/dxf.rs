//! The section as DXF: closed polylines in an ASCII file of AutoCAD 2000 (`AC1015`).
//!
//! Release 2000 is the oldest one with units (`$INSUNITS`) and flat polylines (`LWPOLYLINE`). Programs that read this
//! release expect tables, blocks, layouts and a plot style even for a single line. [`TABLES`], [`STYLES`] and
//! [`OBJECTS`] are the minimum, with fixed handles. The `dxf` crate also writes such files, but it brings a model of
//! the whole format and an image library, which are not needed here.

use std::collections::HashSet;
use std::fmt::{Display, Write};

use crate::drawing::Drawing;
use crate::grid::Bounds;
use crate::rings::plain;

/// The first handle (object identifier in DXF) after the handles of the fixed parts of the file.
const FIRST_HANDLE: usize = 0x100;

/// The greatest length of a layer name in DXF, in characters as written in the file.
const LONGEST_NAME: usize = 255;

/// Layer names that every file contains or that programs reserve.
const TAKEN: [&str; 2] = ["0", "defpoints"];

/// The AutoCAD colour numbers: `PLAIN` for the layers of classes, `RED` for the layers of open chains. `PLAIN` is black
/// on a white background and white on a black one.
const PLAIN: u8 = 7;
const RED: u8 = 1;

/// The CLASSES section: the object classes of this file that are not built into AutoCAD.
const CLASSES: &str = "0=SECTION|2=CLASSES
0=CLASS|1=ACDBDICTIONARYWDFLT|2=AcDbDictionaryWithDefault|3=ObjectDBX Classes|90=0|280=0|281=0
0=CLASS|1=ACDBPLACEHOLDER|2=AcDbPlaceHolder|3=ObjectDBX Classes|90=0|280=0|281=0
0=ENDSEC";

/// The first part of the TABLES section, before the table of layers. The table of layers is written from the drawing,
/// and layer `0` is its first entry.
const TABLES: &str = "0=TABLE|2=LTYPE|5=2|330=0|100=AcDbSymbolTable|70=3
0=LTYPE|5=24|330=2|100=AcDbSymbolTableRecord|100=AcDbLinetypeTableRecord|2=ByBlock|70=0|3=|72=65|73=0|40=0.0
0=LTYPE|5=25|330=2|100=AcDbSymbolTableRecord|100=AcDbLinetypeTableRecord|2=ByLayer|70=0|3=|72=65|73=0|40=0.0
0=LTYPE|5=26|330=2|100=AcDbSymbolTableRecord|100=AcDbLinetypeTableRecord|2=Continuous|70=0|3=|72=65|73=0|40=0.0
0=ENDTAB";

/// The part of the file after the table of layers: the other tables of the TABLES section, and the BLOCKS section. The
/// handle of model space is `17`.
const STYLES: &str = "0=TABLE|2=STYLE|5=5|330=0|100=AcDbSymbolTable|70=1
0=STYLE|5=29|330=5|100=AcDbSymbolTableRecord|100=AcDbTextStyleTableRecord|2=Standard|70=0|40=0.0|41=1.0|50=0.0|71=0|42=2.5|3=txt|4=
0=ENDTAB
0=TABLE|2=VIEW|5=7|330=0|100=AcDbSymbolTable|70=0
0=ENDTAB
0=TABLE|2=UCS|5=6|330=0|100=AcDbSymbolTable|70=0
0=ENDTAB
0=TABLE|2=APPID|5=3|330=0|100=AcDbSymbolTable|70=1
0=APPID|5=2A|330=3|100=AcDbSymbolTableRecord|100=AcDbRegAppTableRecord|2=ACAD|70=0
0=ENDTAB
0=TABLE|2=DIMSTYLE|5=4|330=0|100=AcDbSymbolTable|70=1|100=AcDbDimStyleTable|71=0
0=DIMSTYLE|105=2B|330=4|100=AcDbSymbolTableRecord|100=AcDbDimStyleTableRecord|2=Standard|70=0
0=ENDTAB
0=TABLE|2=BLOCK_RECORD|5=9|330=0|100=AcDbSymbolTable|70=2
0=BLOCK_RECORD|5=17|330=9|100=AcDbSymbolTableRecord|100=AcDbBlockTableRecord|2=*Model_Space|340=1A
0=BLOCK_RECORD|5=1B|330=9|100=AcDbSymbolTableRecord|100=AcDbBlockTableRecord|2=*Paper_Space|340=1E
0=ENDTAB
0=ENDSEC
0=SECTION|2=BLOCKS
0=BLOCK|5=18|330=17|100=AcDbEntity|8=0|100=AcDbBlockBegin|2=*Model_Space|70=0|10=0.0|20=0.0|30=0.0|3=*Model_Space|1=
0=ENDBLK|5=19|330=17|100=AcDbEntity|8=0|100=AcDbBlockEnd
0=BLOCK|5=1C|330=1B|100=AcDbEntity|67=1|8=0|100=AcDbBlockBegin|2=*Paper_Space|70=0|10=0.0|20=0.0|30=0.0|3=*Paper_Space|1=
0=ENDBLK|5=1D|330=1B|100=AcDbEntity|67=1|8=0|100=AcDbBlockEnd
0=ENDSEC";

/// The dictionaries at the end of the file: the layouts of model space and paper space, and the plot style of the
/// layers.
const OBJECTS: &str = "0=SECTION|2=OBJECTS
0=DICTIONARY|5=A|330=0|100=AcDbDictionary|281=1|3=ACAD_GROUP|350=C|3=ACAD_LAYOUT|350=D|3=ACAD_MLINESTYLE|350=10|3=ACAD_PLOTSTYLENAME|350=12
0=DICTIONARY|5=C|330=A|100=AcDbDictionary|281=1
0=DICTIONARY|5=D|330=A|100=AcDbDictionary|281=1|3=Model|350=1A|3=Layout1|350=1E
0=DICTIONARY|5=10|330=A|100=AcDbDictionary|281=1|3=Standard|350=22
0=ACDBDICTIONARYWDFLT|5=12|330=A|100=AcDbDictionary|281=1|3=Normal|350=13|100=AcDbDictionaryWithDefault|340=13
0=ACDBPLACEHOLDER|5=13|330=12
0=LAYOUT|5=1A|330=D|100=AcDbPlotSettings|1=|4=A3|6=|40=7.5|41=20.0|42=7.5|43=20.0|44=420.0|45=297.0|46=0.0|47=0.0|48=0.0|49=0.0|140=0.0|141=0.0|142=1.0|143=1.0|70=1024|72=1|73=0|74=5|7=|75=16|147=1.0|148=0.0|149=0.0|100=AcDbLayout|1=Model|70=1|71=0|10=0.0|20=0.0|11=420.0|21=297.0|12=0.0|22=0.0|32=0.0|14=1e+20|24=1e+20|34=1e+20|15=-1e+20|25=-1e+20|35=-1e+20|146=0.0|13=0.0|23=0.0|33=0.0|16=1.0|26=0.0|36=0.0|17=0.0|27=1.0|37=0.0|76=1|330=17
0=LAYOUT|5=1E|330=D|100=AcDbPlotSettings|1=|4=A3|6=|40=7.5|41=20.0|42=7.5|43=20.0|44=420.0|45=297.0|46=0.0|47=0.0|48=0.0|49=0.0|140=0.0|141=0.0|142=1.0|143=1.0|70=0|72=1|73=0|74=5|7=|75=16|147=1.0|148=0.0|149=0.0|100=AcDbLayout|1=Layout1|70=1|71=1|10=0.0|20=0.0|11=420.0|21=297.0|12=0.0|22=0.0|32=0.0|14=1e+20|24=1e+20|34=1e+20|15=-1e+20|25=-1e+20|35=-1e+20|146=0.0|13=0.0|23=0.0|33=0.0|16=1.0|26=0.0|36=0.0|17=0.0|27=1.0|37=0.0|76=1|330=1B
0=MLINESTYLE|5=22|330=10|100=AcDbMlineStyle|2=Standard|70=0|3=|62=256|51=90.0|52=90.0|71=2|49=0.5|62=256|6=BYLAYER|49=-0.5|62=256|6=BYLAYER
0=ENDSEC
0=EOF";

impl Drawing {
    /// Writes the section as DXF (AutoCAD 2000, ASCII). Each loop is a closed polyline, and each open chain is an open
    /// polyline. `$INSUNITS` comes from the unit; it is 0 for a unit without a code in DXF.
    ///
    /// Each class has a layer. Its open chains have a second, red layer with the suffix `-open`. Characters that are
    /// not allowed in layer names become `_`, and duplicate names get a number. DXF ignores case in names. Loops keep
    /// their direction: material on the left. Coordinates are those of the plane, with all of their digits.
    ///
    /// ```
    /// use transect_draw::Drawing;
    /// let mut dxf = Vec::new();
    /// Drawing { unit: Some("m".into()), ..Drawing::default() }.write_dxf(&mut dxf)?;
    /// assert!(String::from_utf8_lossy(&dxf).contains("$INSUNITS\n70\n6\n"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of the writer.
    pub fn write_dxf(&self, writer: &mut impl std::io::Write) -> std::io::Result<()> {
        let layers = Layers::of(self);
        let mut tags = Tags::new();
        tags.lines("0=SECTION|2=TABLES");
        tags.viewport(self);
        tags.lines(TABLES);
        tags.layers(&layers);
        tags.lines(STYLES);
        tags.lines("0=SECTION|2=ENTITIES");
        for item in &self.items {
            let layer = layers.find(item.class());
            for points in &item.loops {
                tags.polyline(&layer.name, points, true);
            }
            for chain in &item.chains {
                tags.polyline(layer.open_name.as_deref().unwrap_or("0"), chain, false);
            }
        }
        tags.lines("0=ENDSEC");
        tags.lines(OBJECTS);
        writer.write_all(header(self, tags.next_handle).text.as_bytes())?;
        writer.write_all(tags.text.as_bytes())
    }
}

/// Returns the header section and the CLASSES section; `seed` is the first free handle.
fn header(drawing: &Drawing, seed: usize) -> Tags {
    let unit = drawing.unit.as_deref().unwrap_or_default();
    let code = unit_code(unit);
    let [low, high] = bounds(drawing);
    let mut tags = Tags::new();
    tags.lines("0=SECTION|2=HEADER|9=$ACADVER|1=AC1015|9=$DWGCODEPAGE|3=ANSI_1252");
    tags.lines("9=$INSUNITS");
    tags.tag(70, code);
    tags.lines("9=$MEASUREMENT");
    tags.tag(70, u8::from(![1, 2, 3, 10].contains(&code)));
    for (name, [x, y]) in [("$EXTMIN", low), ("$EXTMAX", high)] {
        tags.tag(9, name);
        tags.number(10, x);
        tags.number(20, y);
        tags.number(30, 0.0);
    }
    tags.lines("9=$HANDSEED");
    tags.tag(5, format_args!("{seed:X}"));
    tags.lines("0=ENDSEC");
    tags.lines(CLASSES);
    tags
}

/// Returns the code of a unit in `$INSUNITS`, or 0 for a unit without a code.
fn unit_code(unit: &str) -> u8 {
    match unit {
        "in" | "inch" | "inches" => 1,
        "ft" | "foot" | "feet" => 2,
        "mi" | "mile" | "miles" => 3,
        "mm" => 4,
        "cm" => 5,
        "m" => 6,
        "km" => 7,
        "yd" | "yard" | "yards" => 10,
        "nm" => 12,
        // The prefix "micro" is written with the micro sign, with the Greek letter, or in ASCII.
        "µm" | "μm" | "um" => 13,
        "dm" => 14,
        _ => 0,
    }
}

/// Returns the smallest and the largest coordinates of the drawing, or zeros if the drawing has no points.
fn bounds(drawing: &Drawing) -> [[f64; 2]; 2] {
    let items = drawing.items.iter();
    let points = items.flat_map(|item| item.loops.iter().chain(&item.chains).flatten());
    Bounds::of(points).map_or_else(Default::default, |bounds| [bounds.min, bounds.max])
}

/// The text of the file: pairs of a group code and a value, each on its own line.
struct Tags {
    text: String,
    next_handle: usize,
}

impl Tags {
    fn new() -> Self {
        Self {
            text: String::new(),
            next_handle: FIRST_HANDLE,
        }
    }

    fn tag(&mut self, code: u16, value: impl Display) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{code}\n{value}");
    }

    fn number(&mut self, code: u16, value: f64) {
        let _ = writeln!(self.text, "{code}\n{value:?}");
    }

    fn handle(&mut self) {
        let handle = self.next_handle;
        self.next_handle += 1;
        self.tag(5, format_args!("{handle:X}"));
    }

    /// Writes pairs given in the notation of the constants above, such as `TABLES`: `code=value`, separated by a
    /// vertical bar or a line break.
    fn lines(&mut self, pairs: &str) {
        for pair in pairs.split(['|', '\n']) {
            let (code, value) = pair.split_once('=').unwrap_or((pair, ""));
            let _ = writeln!(self.text, "{code}\n{value}");
        }
    }

    /// Writes the initial view, which shows the whole section.
    fn viewport(&mut self, drawing: &Drawing) {
        let [low, high] = bounds(drawing);
        let [width, height] = [high[0] - low[0], high[1] - low[1]];
        let wanted = 1.1 * height.max(width / 1.5);
        let record = "0=TABLE|2=VPORT|5=8|330=0|100=AcDbSymbolTable|70=1
0=VPORT|5=23|330=8|100=AcDbSymbolTableRecord|100=AcDbViewportTableRecord|2=*Active|70=0";
        self.lines(record);
        self.lines("10=0.0|20=0.0|11=1.0|21=1.0");
        self.number(12, low[0] + 0.5 * width);
        self.number(22, low[1] + 0.5 * height);
        self.lines("13=0.0|23=0.0|14=0.5|24=0.5|15=0.5|25=0.5|16=0.0|26=0.0|36=1.0");
        self.lines("17=0.0|27=0.0|37=0.0");
        self.number(40, if wanted > 0.0 { wanted } else { 1.0 });
        self.lines("41=1.5|42=50.0|43=0.0|44=0.0|50=0.0|51=0.0|71=0|72=1000|73=1|74=3");
        self.lines("75=0|76=0|77=0|78=0|281=0|65=0|146=0.0\n0=ENDTAB");
    }

    fn layers(&mut self, layers: &Layers<'_>) {
        let open = layers
            .list
            .iter()
            .filter(|layer| layer.open_name.is_some())
            .count();
        self.lines("0=TABLE|2=LAYER|5=1|330=0|100=AcDbSymbolTable");
        self.tag(70, 1 + layers.list.len() + open);
        self.layer("0", PLAIN);
        for layer in &layers.list {
            self.layer(&layer.name, PLAIN);
            if let Some(name) = &layer.open_name {
                self.layer(name, RED);
            }
        }
        self.lines("0=ENDTAB");
    }

    fn layer(&mut self, name: &str, color: u8) {
        self.tag(0, "LAYER");
        self.handle();
        self.lines("330=1|100=AcDbSymbolTableRecord|100=AcDbLayerTableRecord");
        self.tag(2, name);
        self.tag(70, 0);
        self.tag(62, color);
        self.lines("6=Continuous|370=-3|390=13");
    }

    fn polyline(&mut self, layer: &str, points: &[[f64; 2]], closed: bool) {
        self.tag(0, "LWPOLYLINE");
        self.handle();
        self.lines("330=17|100=AcDbEntity");
        self.tag(8, layer);
        self.lines("100=AcDbPolyline");
        self.tag(90, points.len());
        self.tag(70, u8::from(closed));
        for [x, y] in points.iter().map(plain) {
            self.number(10, x);
            self.number(20, y);
        }
    }
}

/// A class of objects and the names of its DXF layers.
struct Layer<'a> {
    class: &'a str,
    name: String,
    open_name: Option<String>,
}

/// The DXF layers of all classes, in the order of the classes.
struct Layers<'a> {
    list: Vec<Layer<'a>>,
}

impl<'a> Layers<'a> {
    fn of(drawing: &'a Drawing) -> Self {
        let mut classes: Vec<&str> = drawing.items.iter().map(|item| item.class()).collect();
        classes.sort_unstable();
        classes.dedup();
        let items = drawing.items.iter();
        let open = items.filter(|item| !item.chains.is_empty());
        let open: HashSet<&str> = open.map(|item| item.class()).collect();
        let mut taken: HashSet<String> = TAKEN.map(String::from).into();
        let list = classes.into_iter().map(|class| Layer {
            class,
            name: free(class, "", &mut taken),
            open_name: open
                .contains(class)
                .then(|| free(class, "-open", &mut taken)),
        });
        Self {
            list: list.collect(),
        }
    }

    fn find(&self, class: &str) -> &Layer<'a> {
        let place = self.list.binary_search_by(|layer| layer.class.cmp(class));
        &self.list[place.expect("each class has a layer")]
    }
}

/// Returns a layer name that is not taken. Names that differ only in case count as equal.
fn free(class: &str, ending: &str, taken: &mut HashSet<String>) -> String {
    let mut number = 1;
    loop {
        let ending = match number {
            1 => ending.to_string(),
            _ => format!("{ending}_{number}"),
        };
        let name = layer_name(class, &ending);
        // DXF readers compare names without case, also `É` and `é`. But these letters become different escapes, so the
        // comparison of escaped names would miss such a pair. Therefore the layer name of the lower-case class must
        // not be taken either.
        let folded = layer_name(&class.to_lowercase(), &ending);
        let folded = [&name, &folded].map(|text| text.to_lowercase());
        if !folded.iter().any(|text| taken.contains(text)) {
            taken.extend(folded);
            return name;
        }
        number += 1;
    }
}

/// Converts a class into a valid DXF layer name of at most 255 characters.
/// Control characters and reserved characters become `_`. Other non-ASCII characters up to U+FFFF become `\U+hhhh`.
fn layer_name(class: &str, ending: &str) -> String {
    let mut name = String::new();
    for character in class.trim().chars() {
        let written = match character {
            '<' | '>' | '/' | '\\' | '"' | ':' | ';' | '?' | '*' | '|' | ',' | '=' | '`' | '^' => {
                "_".into()
            }
            ' '..='~' => character.to_string(),
            _ if character.is_control() || u32::from(character) > 0xFFFF => "_".into(),
            _ => format!("\\U+{:04X}", u32::from(character)),
        };
        if name.len() + written.len() + ending.len() > LONGEST_NAME {
            break;
        }
        name += &written;
    }
    if name.is_empty() {
        name += "unnamed";
    }
    name + ending
}
