//! The files of `--region` and `--frustum`.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use transect::Frustum;
use transect_report::plane_file::PlaneFile;

use crate::error::CommandError;
use crate::input::unreadable;

/// The largest size of the text file of `--region` or `--frustum`, in bytes.
const MOST_BYTES: u64 = 4 << 20;

/// Reads the planes of `--region`.
pub(crate) fn planes(path: &Path) -> Result<PlaneFile, CommandError> {
    Ok(PlaneFile::parse(path, &text(path)?)?)
}

/// Reads the frustum of the camera or matrix in the file of `--frustum`.
pub(crate) fn frustum(path: &Path) -> Result<Frustum, CommandError> {
    transect_report::camera::frustum(&text(path)?).map_err(|(problem, hint)| {
        CommandError::with_hint(format!("{}{problem}", path.display()), hint)
    })
}

/// Reads the text file of `--region` or `--frustum`. A file of more than 4 MiB is an error.
fn text(path: &Path) -> Result<String, CommandError> {
    let io = |error| unreadable(path, error);
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(io)?;
    file.take(MOST_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(io)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(CommandError::with_hint(
            format!("{}: the file is longer than 4 MiB", path.display()),
            "--region and --frustum take a file that describes one region; is this the table?",
        ));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    String::from_utf8(bytes.to_vec()).map_err(|error| {
        let before = &bytes[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        CommandError::with_hint(
            format!("{}, line {line}: the text is not UTF-8", path.display()),
            "save the file as UTF-8",
        )
    })
}
