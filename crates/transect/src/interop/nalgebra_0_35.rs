//! Conversions for types of `nalgebra` 0.35.

nalgebra!(nalgebra_0_35);
