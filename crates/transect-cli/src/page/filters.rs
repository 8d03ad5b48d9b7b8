//! The filters with which the template of `report.html` prints numbers.

#![expect(unreachable_pub, reason = "the macro generates public items")]

use std::borrow::Borrow;

use askama::{Result, Values};

use transect_report::numbers;

/// Formats a count with thousands separators.
#[askama::filter_fn]
pub(super) fn grouped<N: Borrow<usize>>(count: N, _: &dyn Values) -> Result<String> {
    Ok(numbers::grouped(*count.borrow()))
}

/// Formats a count that may be unknown.
#[askama::filter_fn]
pub(super) fn optional_count<N: Borrow<Option<usize>>>(count: N, _: &dyn Values) -> Result<String> {
    Ok(count.borrow().map_or("–".into(), numbers::grouped))
}

/// Formats a measurement (a length, an area, a volume), rounded as in all reports for people.
#[askama::filter_fn]
pub(super) fn measured<N: Borrow<f64>>(value: N, _: &dyn Values) -> Result<String> {
    Ok(numbers::measured(*value.borrow()))
}

/// Formats a measurement, or a dash for `None`.
#[askama::filter_fn]
pub(super) fn optional<N: Borrow<Option<f64>>>(value: N, _: &dyn Values) -> Result<String> {
    Ok(value.borrow().map_or("–".into(), numbers::measured))
}
