//! Conversions for types of `glam` 0.30.

glam!(glam_0_30);
