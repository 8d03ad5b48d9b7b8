//! The text of a DXF file: its fixed parts, its header, its tables and its polylines.

use std::fmt::{Display, Write};
use std::io;

use transect::length_unit::LengthUnit;

use crate::dxf::code_page::encoded;
use crate::dxf::palette::PLAIN;
use crate::rings::plain;

/// The first handle (object identifier in DXF) after the handles of the fixed parts of the file.
const FIRST_HANDLE: usize = 0x100;

/// The CLASSES section: the object classes of this file that are not built into AutoCAD.
const CLASSES: &str = "0=SECTION|2=CLASSES
0=CLASS|1=ACDBDICTIONARYWDFLT|2=AcDbDictionaryWithDefault|3=ObjectDBX Classes|90=0|280=0|281=0
0=CLASS|1=ACDBPLACEHOLDER|2=AcDbPlaceHolder|3=ObjectDBX Classes|90=0|280=0|281=0
0=ENDSEC";

/// The table of line types in the TABLES section. [`Tags::tables`] writes the table of viewports before it, and the
/// table of layers after it. The table of layers is written from the drawing, and layer `0` is its first entry.
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
pub(super) const OBJECTS: &str = "0=SECTION|2=OBJECTS
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

/// The codes of units in the variable `$INSUNITS`.
const CODES: [(LengthUnit, u8); 11] = [
    (LengthUnit::INCH, 1),
    (LengthUnit::FOOT, 2),
    (LengthUnit::MILE, 3),
    (LengthUnit::MILLIMETRE, 4),
    (LengthUnit::CENTIMETRE, 5),
    (LengthUnit::METRE, 6),
    (LengthUnit::KILOMETRE, 7),
    (LengthUnit::YARD, 10),
    (LengthUnit::NANOMETRE, 12),
    (LengthUnit::MICROMETRE, 13),
    (LengthUnit::DECIMETRE, 14),
];

/// Returns the HEADER section and the CLASSES section. The bounds are the least and the greatest coordinates, and
/// `seed` is the first handle that no object of the file has.
pub(super) fn header(unit: Option<&str>, [low, high]: &[[f64; 3]; 2], seed: usize) -> Tags {
    // The code 0 stands for a unit that has no code.
    let unit = unit.and_then(|unit| unit.parse::<LengthUnit>().ok());
    let code = CODES.iter().find(|(own, _)| Some(*own) == unit);
    let code = code.map_or(0, |(_, code)| *code);
    let mut tags = Tags::new();
    tags.lines("0=SECTION|2=HEADER|9=$ACADVER|1=AC1015|9=$DWGCODEPAGE|3=ANSI_1252");
    tags.lines("9=$INSUNITS");
    tags.tag(70, code);
    tags.lines("9=$MEASUREMENT");
    tags.tag(70, u8::from(![1, 2, 3, 10].contains(&code)));
    for (name, [x, y, z]) in [("$EXTMIN", low), ("$EXTMAX", high)] {
        tags.tag(9, name);
        tags.number(10, *x);
        tags.number(20, *y);
        tags.number(30, *z);
    }
    tags.lines("9=$HANDSEED");
    tags.tag(5, format_args!("{seed:X}"));
    tags.lines("0=ENDSEC");
    tags.lines(CLASSES);
    tags
}

/// An entry of the table of layers.
#[derive(Clone, Copy, Debug)]
pub(super) struct LayerEntry<'n> {
    pub(super) name: &'n str,
    /// The number of an AutoCAD colour.
    pub(super) color: u8,
    /// The width of lines in hundredths of a millimetre. `None` means the default of the program that reads the file.
    pub(super) weight: Option<u16>,
}

impl<'n> LayerEntry<'n> {
    /// Returns a layer in black on white or white on black, with lines of the default width.
    pub(super) const fn plain(name: &'n str) -> Self {
        Self {
            name,
            color: PLAIN,
            weight: None,
        }
    }
}

/// The text of the file: pairs of a group code and a value, each on its own line.
pub(super) struct Tags {
    pub(super) text: String,
    pub(super) next_handle: usize,
}

impl Tags {
    pub(super) fn new() -> Self {
        Self {
            text: String::new(),
            next_handle: FIRST_HANDLE,
        }
    }

    /// Writes the text in the code page of the file.
    pub(super) fn write_to(&self, writer: &mut impl io::Write) -> io::Result<()> {
        writer.write_all(&encoded(&self.text))
    }

    pub(super) fn tag(&mut self, code: u16, value: impl Display) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{code}\n{value}");
    }

    pub(super) fn number(&mut self, code: u16, value: f64) {
        // Adding zero turns −0 into 0.
        let _ = writeln!(self.text, "{code}\n{:?}", value + 0.0);
    }

    fn handle(&mut self) {
        let handle = self.next_handle;
        self.next_handle += 1;
        self.tag(5, format_args!("{handle:X}"));
    }

    /// Writes the beginning of an entity in model space.
    pub(super) fn entity(&mut self, name: &str, layer: &str, class: &str) {
        self.tag(0, name);
        self.handle();
        self.lines("330=17|100=AcDbEntity");
        self.tag(8, layer);
        self.tag(100, class);
    }

    /// Writes pairs given in the notation of the constants above, such as `TABLES`: `code=value`, separated by a
    /// vertical bar or a line break.
    pub(super) fn lines(&mut self, pairs: &str) {
        for pair in pairs.split(['|', '\n']) {
            let (code, value) = pair.split_once('=').unwrap_or((pair, ""));
            let _ = writeln!(self.text, "{code}\n{value}");
        }
    }

    /// Writes the TABLES section and the BLOCKS section.
    pub(super) fn tables<'n>(
        &mut self,
        bounds: &[[f64; 3]; 2],
        layers: impl IntoIterator<Item = LayerEntry<'n>>,
    ) {
        let layers: Vec<_> = layers.into_iter().collect();
        self.lines("0=SECTION|2=TABLES");
        self.viewport(bounds);
        self.lines(TABLES);
        self.lines("0=TABLE|2=LAYER|5=1|330=0|100=AcDbSymbolTable");
        self.tag(70, 1 + layers.len());
        self.layer(&LayerEntry::plain("0"));
        for layer in &layers {
            self.layer(layer);
        }
        self.lines("0=ENDTAB");
        self.lines(STYLES);
    }

    /// Writes the table of viewports. Its only entry is the initial view, which shows the whole section.
    fn viewport(&mut self, [low, high]: &[[f64; 3]; 2]) {
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

    fn layer(&mut self, layer: &LayerEntry<'_>) {
        self.tag(0, "LAYER");
        self.handle();
        self.lines("330=1|100=AcDbSymbolTableRecord|100=AcDbLayerTableRecord");
        self.tag(2, layer.name);
        self.tag(70, 0);
        self.tag(62, layer.color);
        self.lines("6=Continuous");
        self.tag(370, layer.weight.map_or(-3, i32::from));
        self.lines("390=13");
    }

    /// Writes a polyline. Its points have the height `elevation`, or 0 for `None`.
    pub(super) fn polyline(
        &mut self,
        layer: &str,
        points: &[[f64; 2]],
        closed: bool,
        elevation: Option<f64>,
    ) {
        self.entity("LWPOLYLINE", layer, "AcDbPolyline");
        self.tag(90, points.len());
        self.tag(70, u8::from(closed));
        if let Some(elevation) = elevation {
            self.number(38, elevation);
        }
        self.points(points);
    }

    /// Writes two coordinates for each point.
    pub(super) fn points(&mut self, points: &[[f64; 2]]) {
        for [x, y] in points.iter().map(plain) {
            self.number(10, x);
            self.number(20, y);
        }
    }
}
