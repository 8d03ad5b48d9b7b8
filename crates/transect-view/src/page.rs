//! The files of the page: built in, read from a folder, or a placeholder that explains how to build the page.

use std::borrow::Cow;
use std::path::PathBuf;

include!(concat!(env!("OUT_DIR"), "/page_files.rs"));

/// The environment variable that names a folder of page files, for development of the page.
const FOLDER: &str = "TRANSECT_PAGE";

/// The template of a page in one file. The server does not send it.
const TEMPLATE: &str = "file.html";

const MISSING: &[u8] = include_bytes!("missing_page.html");

/// Returns `true` if the server has a page: the page is built into the program, or the variable `TRANSECT_PAGE` names
/// the folder of a page.
#[must_use]
pub fn has_page() -> bool {
    match Page::from_environment() {
        Page::BuiltIn => !FILES.is_empty(),
        Page::Folder(folder) => folder.join("index.html").is_file(),
    }
}

/// Returns the template of a page in one file. Returns `None` if the page was not built.
pub(crate) fn template() -> Option<Cow<'static, [u8]>> {
    Page::from_environment().bytes(TEMPLATE)
}

/// The origin of the page's files: built into the program, or a folder. If the page was not built, a placeholder is
/// sent.
pub(crate) enum Page {
    BuiltIn,
    Folder(PathBuf),
}

/// A file of the page, as a response sends it.
pub(crate) struct File {
    pub(crate) media_type: &'static str,
    pub(crate) bytes: Cow<'static, [u8]>,
}

impl Page {
    pub(crate) fn from_environment() -> Self {
        match std::env::var_os(FOLDER) {
            Some(folder) if !folder.is_empty() => Self::Folder(folder.into()),
            _ => Self::BuiltIn,
        }
    }

    /// Returns the file at a path, which has no leading slash. Returns `None` if there is no such file, or if the path
    /// leads out of the folder.
    pub(crate) fn file(&self, path: &str) -> Option<File> {
        let path = if path.is_empty() { "index.html" } else { path };
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let is_name =
            |name: &str| !name.is_empty() && !name.starts_with('.') && name.chars().all(is_plain);
        if !path.split('/').all(is_name) || path == TEMPLATE {
            return None;
        }
        let is_missing = matches!(self, Self::BuiltIn) && path == "index.html";
        let missing = is_missing.then_some(Cow::Borrowed(MISSING));
        Some(File {
            media_type: media_type(path),
            bytes: self.bytes(path).or(missing)?,
        })
    }

    /// Returns the contents of a file of the page.
    fn bytes(&self, path: &str) -> Option<Cow<'static, [u8]>> {
        match self {
            Self::BuiltIn => {
                let (_, bytes) = FILES.iter().find(|(name, _)| *name == path)?;
                Some(Cow::Borrowed(bytes))
            }
            Self::Folder(folder) => std::fs::read(folder.join(path)).ok().map(Cow::Owned),
        }
    }
}

fn media_type(path: &str) -> &'static str {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_lead_elsewhere_lead_nowhere() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("page")).expect("a folder");
        std::fs::write(folder.path().join("secret.txt"), "secret").expect("a file");
        std::fs::write(folder.path().join("page/index.html"), "page").expect("a file");
        std::fs::write(folder.path().join("page/.hidden"), "hidden").expect("a file");
        std::fs::write(folder.path().join("page/file.html"), "template").expect("a file");
        let page = Page::Folder(folder.path().join("page"));
        assert!(page.file("").is_some_and(|file| *file.bytes == *b"page"));
        let secret = folder.path().join("secret.txt");
        let elsewhere = [
            "../secret.txt",
            "..%2fsecret.txt",
            "a/../../secret.txt",
            ".hidden",
            "./index.html",
            "a//b",
            "..\\secret.txt",
            secret.to_str().expect("a path"),
            "nothing.txt",
            "file.html",
        ];
        for path in elsewhere {
            assert!(page.file(path).is_none(), "{path}");
        }
    }

    #[test]
    fn without_a_built_page_there_is_one_that_says_so() {
        let page = Page::BuiltIn.file("").expect("a page");
        let is_missing = FILES.is_empty();
        let text = String::from_utf8(page.bytes.into_owned()).expect("text");
        assert_eq!(text.contains("cargo xtask install"), is_missing);
    }
}
