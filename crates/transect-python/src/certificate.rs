//! Certificates as Python values.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use transect::Side;
use transect_mesh::{Certificate, Finding, PartSummary};

use crate::types::{make, side};

/// Returns a finding as a Python value.
fn finding<'py>(py: Python<'py>, finding: &Finding) -> PyResult<Bound<'py, PyAny>> {
    let half = finding.part.map(|part| match part {
        0 => Side::Front,
        _ => Side::Back,
    });
    let half = half.map(|half| side(py, half)).transpose()?;
    let place: Option<(f64, f64, f64)> = finding.place.map(Into::into);
    let severity = if finding.kind.is_error() {
        "error"
    } else {
        "note"
    };
    let fields = (
        finding.kind.name(),
        half,
        place,
        finding.amount,
        finding.count,
        severity,
    );
    make(py, "Finding", fields)
}

/// Returns the summary of a half as a Python value.
pub(crate) fn half<'py>(py: Python<'py>, half: &PartSummary) -> PyResult<Bound<'py, PyAny>> {
    let fields = (
        half.triangles,
        half.vertices,
        half.closed,
        half.manifold,
        half.open_edges,
        half.area,
        half.volume,
    );
    make(py, "Half", fields)
}

/// Returns the certificate of two halves as a Python value.
pub(crate) fn certificate<'py>(
    py: Python<'py>,
    certificate: &Certificate,
) -> PyResult<Bound<'py, PyAny>> {
    let findings = certificate.findings.iter().map(|found| finding(py, found));
    let findings: Vec<_> = findings.collect::<PyResult<_>>()?;
    let fields = (
        certificate.errors().next().is_none(),
        certificate.input_closed,
        half(py, &certificate.parts[0])?,
        half(py, &certificate.parts[1])?,
        certificate.face_areas[0],
        certificate.displacement,
        PyTuple::new(py, findings)?,
    );
    make(py, "Certificate", fields)
}
