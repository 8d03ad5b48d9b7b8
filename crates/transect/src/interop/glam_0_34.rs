//! Conversions for types of `glam` 0.34.

glam!(glam_0_34);
