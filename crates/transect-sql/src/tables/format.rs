//! The formats of the files of tables, and their names.

use std::sync::Arc;

use datafusion::datasource::file_format::FileFormat;
use datafusion::datasource::file_format::csv::CsvFormat;
use datafusion::datasource::file_format::file_compression_type::FileCompressionType;
use datafusion::datasource::file_format::parquet::ParquetFormat;

/// The format of the files of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Parquet,
    /// Text with this byte between values.
    Csv {
        delimiter: u8,
        compression: FileCompressionType,
        /// The first byte of lines that are left out.
        comment: Option<u8>,
        header: Header,
        /// `true` if cells may have more than one line.
        has_cells_of_lines: bool,
    },
}

/// The options of a table of text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Text {
    /// The byte between values, if it is not that of the extension.
    pub(crate) delimiter: Option<u8>,
    /// The first byte of lines that are left out.
    pub(crate) comment: Option<u8>,
    pub(crate) header: Header,
    /// The cells that are NULL, besides empty ones.
    pub(crate) nulls: Vec<String>,
}

/// The first line of a file of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Header {
    /// The line names the columns, unless it looks like another line, which is an error.
    #[default]
    Unknown,
    /// The line names the columns, however it looks.
    Present,
    /// The line is a row.
    Missing,
}

/// The last extensions of compressed text.
const COMPRESSIONS: [(&str, FileCompressionType); 4] = [
    (".gz", FileCompressionType::GZIP),
    (".bz2", FileCompressionType::BZIP2),
    (".xz", FileCompressionType::XZ),
    (".zst", FileCompressionType::ZSTD),
];

impl Format {
    /// Returns the format of a file, by the extensions of its name.
    pub(crate) fn of(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        if name.ends_with(".parquet") {
            return Some(Self::Parquet);
        }
        let compressed = COMPRESSIONS.iter().find_map(|(extension, compression)| {
            Some((name.strip_suffix(extension)?, *compression))
        });
        let (name, compression) = compressed.unwrap_or((&name, FileCompressionType::UNCOMPRESSED));
        let delimiter = match name.rsplit_once('.')?.1 {
            "csv" => b',',
            "tsv" => b'\t',
            _ => return None,
        };
        Some(Self::Csv {
            delimiter,
            compression,
            comment: None,
            header: Header::Unknown,
            has_cells_of_lines: false,
        })
    }

    /// Returns the format of text whose cells may have more than one line.
    pub(crate) fn with_cells_of_lines(mut self) -> Self {
        if let Self::Csv {
            has_cells_of_lines, ..
        } = &mut self
        {
            *has_cells_of_lines = true;
        }
        self
    }

    /// Returns the format with the options of a table of text, or `None` for another format.
    pub(crate) fn with(self, text: &Text) -> Option<Self> {
        match self {
            Self::Parquet => None,
            Self::Csv {
                delimiter,
                compression,
                has_cells_of_lines,
                ..
            } => Some(Self::Csv {
                has_cells_of_lines,
                delimiter: text.delimiter.unwrap_or(delimiter),
                compression,
                comment: text.comment,
                header: text.header,
            }),
        }
    }

    /// Returns `true` for text that is compressed.
    pub(crate) fn is_compressed(self) -> bool {
        self.compression().is_compressed()
    }

    /// Returns the compression of text. Parquet files are compressed inside, and not as a whole.
    pub(super) fn compression(self) -> FileCompressionType {
        match self {
            Self::Parquet => FileCompressionType::UNCOMPRESSED,
            Self::Csv { compression, .. } => compression,
        }
    }

    /// Returns the reader of the engine.
    pub(crate) fn reader(self, nulls: &[String]) -> Arc<dyn FileFormat> {
        match self.csv(Sample::FirstLines, nulls) {
            Some(csv) => Arc::new(csv),
            None => Arc::new(ParquetFormat::default()),
        }
    }

    /// Returns the reader of text, which finds the types of columns from a sample, or `None` for another format. For the
    /// types, cells with blanks only are NULL, and so are `nulls`.
    pub(crate) fn csv(self, sample: Sample, nulls: &[String]) -> Option<CsvFormat> {
        let Self::Csv {
            delimiter,
            compression,
            comment,
            header,
            has_cells_of_lines,
        } = self
        else {
            return None;
        };
        let nulls: Vec<_> = nulls.iter().map(|null| escaped(null)).collect();
        let nulls = format!(r"^[ \t\n\x0C\r]*(?:{})?[ \t\n\x0C\r]*$", nulls.join("|"));
        let mut format = CsvFormat::default()
            .with_null_regex(Some(nulls))
            .with_has_header(header != Header::Missing)
            .with_newlines_in_values(has_cells_of_lines)
            .with_comment(comment);
        match sample {
            Sample::Names => format = format.with_schema_infer_max_rec(0),
            Sample::FirstLines => {}
            Sample::WholeFile => format = format.with_schema_infer_max_rec(usize::MAX),
        }
        let format = format.with_delimiter(delimiter);
        Some(format.with_file_compression_type(compression))
    }
}

/// Returns a regular expression for a text.
fn escaped(text: &str) -> String {
    let letters = text.chars().map(|letter| {
        if letter.is_ascii_punctuation() {
            format!("\\{letter}")
        } else {
            letter.to_string()
        }
    });
    letters.collect()
}

/// The part of a CSV file from which the types of its columns are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sample {
    /// The line of names. The types of the columns are not found.
    Names,
    FirstLines,
    WholeFile,
}

/// Returns `true` for the name of a file or a folder that folders do not show.
pub(crate) fn is_hidden(name: &str) -> bool {
    name.starts_with(['.', '_'])
}
