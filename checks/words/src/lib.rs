//! A test of the text that people read: README, book, help, messages and comments. See `tests/words.rs`.
