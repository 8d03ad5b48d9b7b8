//! SHA-256 of files and options, as text.

use std::path::PathBuf;

use sha2::{Digest, Sha256};
use transect_report::hexadecimal::hexadecimal;

/// Returns the SHA-256 of bytes, in hexadecimal digits.
pub(super) fn sha256(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// Returns the SHA-256 of the options of a call: their text, and the contents of the files that they name. A file that
/// cannot be read counts as one without contents: the call fails because of it anyway.
pub(super) fn of_options(options: &str, files: &[PathBuf]) -> String {
    let contents = files
        .iter()
        .map(|file| sha256(&std::fs::read(file).unwrap_or_default()));
    let contents: Vec<String> = contents.collect();
    sha256(format!("{options}\n{}", contents.join("\n")).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_the_standard() {
        // The first example of FIPS 180-2, appendix B.
        assert_eq!(
            sha256(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }

    #[test]
    fn options_are_their_text_and_their_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let theme = folder.path().join("theme.toml");
        let of = |text: &str, contents: &str| {
            std::fs::write(&theme, contents).expect("a file");
            of_options(text, std::slice::from_ref(&theme))
        };
        assert_eq!(of("--theme", "a"), of("--theme", "a"));
        assert_ne!(of("--theme", "a"), of("--theme", "b"));
        assert_ne!(of("--theme", "a"), of("", "a"));
    }
}
