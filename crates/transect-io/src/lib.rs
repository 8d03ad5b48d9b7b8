//! Reads STL, OBJ, PLY, OFF, 3MF, glTF and GLB files into scenes, and writes scenes to files. Reads tables of boxes and
//! points. Writes and reads index files, which hold search trees over the rows of a table. Writes layers as files of
//! the Common Layer Interface.

mod archive;
mod bend;
mod boxes;
mod budget;
mod common_layer;
mod compressed;
mod document;
mod error;
mod expansion;
mod faces;
mod file_kind;
mod flatten;
mod format;
mod gltf;
mod ifc_class;
mod index;
mod input;
mod leftovers;
mod losses;
mod memory_files;
mod naming;
mod normals;
mod obj;
mod off;
mod off_header;
mod output_folder;
mod outputs;
mod package_mark;
mod pending;
mod ply;
mod polygon;
mod read;
mod reference;
mod stl;
mod surface;
mod surroundings;
mod table_error;
mod text;
mod three_mf;
mod topology;
mod vertex_table;
mod vertices;
mod write;
mod written_file;

pub use boxes::{BoxTable, Row, RowShape, Table, TableKind};
pub use common_layer::{
    CommonLayerEncoding, CommonLayerHeader, CommonLayerSummary, CommonLayerWriter, Contour,
};
pub use document::{BentPolygons, Document, Image, Note, Source, Textures};
pub use error::{Place, ReadError, ReadErrorKind, WriteError};
pub use file_kind::FileKind;
pub use format::Format;
pub use gltf::leave_metres;
pub use ifc_class::ifc_class;
pub use index::{Index, IndexBuilder, IndexError, IndexTree, TableMark};
pub use memory_files::MemoryFiles;
pub use naming::unpacked_name;
pub use outputs::{Canceller, OutputFile, Outputs};
pub use read::{read, read_bytes, read_contents, read_each, read_from_memory};
pub use stl::{StlStream, StlWriter};
pub use table_error::TableError;
pub use write::{file_names, write, write_scene};
pub use written_file::WrittenFile;
