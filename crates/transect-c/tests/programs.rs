//! Programs in C and C++ that use the header and the static library, as users do.

mod compiler;

use std::fs;
use std::path::Path;

use crate::compiler::{Language, run};

#[test]
fn questions_in_c() {
    let printed = run(Language::C, &[], "examples/questions.c");
    assert_eq!(printed, "fifteen questions and four boxes: answered\n");
}

#[test]
fn a_cut_in_c() {
    let printed = run(Language::C, &[], "examples/cut.c");
    let expected = "front: volume 18, 0 open edges\nback: volume 46, 0 open edges\n\
        loop: (1, 3, 4) (1, 0, 4) (4, 0, 1) (4, 3, 1) (4, 4, 1) (1, 4, 4)\n";
    assert_eq!(printed, expected);
}

#[test]
fn bad_arguments_in_c() {
    let printed = run(Language::C, &[], "tests/c/bad_arguments.c");
    let checks: Option<u32> = printed
        .strip_suffix(" checks\n")
        .and_then(|count| count.parse().ok());
    assert!(checks.is_some_and(|checks| checks > 120), "{printed}");
}

#[test]
fn questions_in_cpp() {
    let printed = run(Language::Cpp, &[], "examples/questions.cpp");
    assert_eq!(printed, "fifteen questions and four boxes: answered\n");
}

#[test]
fn a_cut_in_cpp() {
    let printed = run(Language::Cpp, &[], "examples/cut.cpp");
    let expected = "correct\nfront: volume 18\nback: volume 46\n\
        loop: (1, 3, 4) (1, 0, 4) (4, 0, 1) (4, 3, 1) (4, 4, 1) (1, 4, 4)\n";
    assert_eq!(printed, expected);
}

#[test]
fn classes_in_cpp() {
    let printed = run(Language::Cpp, &[], "tests/c/classes.cpp");
    assert!(printed.ends_with(" checks\n"), "{printed}");
}

#[test]
fn no_exceptions_in_cpp() {
    let options = ["-fno-exceptions", "-fno-rtti"];
    let printed = run(Language::Cpp, &options, "tests/c/without_exceptions.cpp");
    assert_eq!(printed, "no exceptions\n");
}

#[test]
fn the_program_of_the_readme() {
    let readme = include_str!("../README.md");
    let (_, rest) = readme.split_once("```c\n").expect("a program");
    let (program, _) = rest.split_once("```").expect("its end");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme.c");
    fs::write(&path, program).expect("the program can be written");
    let printed = run(Language::C, &[], path.to_str().expect("UTF-8"));
    assert_eq!(printed, "front\n");
}
