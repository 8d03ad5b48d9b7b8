//! How the template prints numbers.

#![expect(unreachable_pub, reason = "the macro makes items that are")]

use std::borrow::Borrow;

use askama::{Result, Values};

use transect_report::numbers;

/// A count, with commas.
#[askama::filter_fn]
pub(super) fn grouped<N: Borrow<usize>>(count: N, _: &dyn Values) -> Result<String> {
    Ok(numbers::grouped(*count.borrow()))
}

/// A measurement, rounded.
#[askama::filter_fn]
pub(super) fn measured<N: Borrow<f64>>(value: N, _: &dyn Values) -> Result<String> {
    Ok(numbers::measured(*value.borrow()))
}

/// A measurement, or a dash where there is none.
#[askama::filter_fn]
pub(super) fn optional<N: Borrow<Option<f64>>>(value: N, _: &dyn Values) -> Result<String> {
    Ok(value.borrow().map_or("–".into(), numbers::measured))
}
