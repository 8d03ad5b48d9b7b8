//! Conversions for types of `glam` 0.32.

glam!(glam_0_32);
