//! Conversions for types of `nalgebra` 0.34.

nalgebra!(nalgebra_0_34);
