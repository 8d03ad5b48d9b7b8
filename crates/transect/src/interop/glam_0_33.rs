//! Conversions for types of `glam` 0.33.

glam!(glam_0_33);
