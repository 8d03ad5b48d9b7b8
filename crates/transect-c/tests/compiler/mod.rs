//! The compilers of C and C++: those of the variables CC and CXX, or `cc` and `c++`. Tests need them.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The language of a program.
#[derive(Clone, Copy)]
pub(crate) enum Language {
    C,
    Cpp,
}

/// Compiles a program of this folder with more options, with warnings as errors and with
/// the sanitizers of C, links it with the static library,
/// and runs it. Returns what it printed.
pub(crate) fn run(language: Language, options: &[&str], source: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let name = Path::new(source).file_name().unwrap_or_default();
    let program = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(name)
        .with_extension(match language {
            Language::C => "c.out",
            Language::Cpp => "cpp.out",
        });
    let (variable, compiler, standard) = match language {
        Language::C => ("CC", "cc", "-std=c99"),
        Language::Cpp => ("CXX", "c++", "-std=c++17"),
    };
    let compiler = env::var(variable).unwrap_or_else(|_| compiler.to_string());
    let compiled = Command::new(&compiler)
        .args([
            standard,
            "-Wall",
            "-Wextra",
            "-Wpedantic",
            "-Werror",
            "-g",
            "-O1",
        ])
        .args(["-fsanitize=address,undefined", "-fno-sanitize-recover=all"])
        .args(options)
        .arg("-I")
        .arg(root.join("include"))
        .arg(root.join(source))
        .arg(library())
        .args(["-o".as_ref(), program.as_os_str()])
        .args(["-lm", "-lpthread", "-ldl"])
        .output()
        .unwrap_or_else(|error| {
            panic!("{compiler}: {error}; the tests need a compiler of C and C++")
        });
    assert!(
        compiled.status.success(),
        "{source}: {}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    let output = Command::new(&program).output().expect("the program runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{source}: {errors}");
    assert_eq!(errors, "", "{source} prints no errors");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Returns the path of the static library, which cargo has built for the tests.
fn library() -> PathBuf {
    let test = env::current_exe().expect("the path of the test");
    // Builds of tests leave the library beside the test, and do not copy it.
    let folder = test.parent().expect("target/debug/deps");
    let library = folder.join("libtransect_c.a");
    assert!(library.exists(), "{} is missing", library.display());
    library
}
