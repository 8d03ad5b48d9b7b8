//! Programs in C and C++ that use the header and the static library, as users do.

mod compiler;

use crate::compiler::{Language, run};

#[test]
fn questions_in_c() {
    let printed = run(Language::C, "examples/questions.c");
    assert_eq!(printed, "fifteen questions and four boxes: answered\n");
}

#[test]
fn a_cut_in_c() {
    let printed = run(Language::C, "examples/cut.c");
    let expected = "front: volume 18, 0 open edges\nback: volume 46, 0 open edges\n\
        loop: (1, 3, 4) (1, 0, 4) (4, 0, 1) (4, 3, 1) (4, 4, 1) (1, 4, 4)\n";
    assert_eq!(printed, expected);
}

#[test]
fn bad_arguments_in_c() {
    let printed = run(Language::C, "tests/c/bad_arguments.c");
    let checks: Option<u32> = printed
        .strip_suffix(" checks\n")
        .and_then(|count| count.parse().ok());
    assert!(checks.is_some_and(|checks| checks > 120), "{printed}");
}
