//! Certificates of the parts into which several planes cut a mesh.

use std::sync::OnceLock;

use pyo3::prelude::*;
use transect_mesh::{Certificate, Finding};

use crate::types::make;
use crate::work::long;

/// The certificate of parts. It is computed when it is first asked for, and then kept.
#[derive(Default)]
pub(crate) struct KeptCertificate(OnceLock<Certificate>);

impl KeptCertificate {
    /// Returns the certificate that `compute` returns.
    pub(crate) fn get(
        &self,
        py: Python<'_>,
        compute: impl FnOnce() -> Certificate + Send + 'static,
    ) -> PyResult<&Certificate> {
        if let Some(known) = self.0.get() {
            return Ok(known);
        }
        let found = long(py, None, move |_| compute())?;
        // If another thread was faster, its certificate is kept, which is equal.
        Ok(self.0.get_or_init(|| found))
    }
}

/// Returns the findings of a certificate as Python values.
pub(crate) fn findings<'py>(
    py: Python<'py>,
    certificate: &Certificate,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let findings = certificate.findings.iter();
    findings.map(|found| finding(py, found)).collect()
}

fn finding<'py>(py: Python<'py>, finding: &Finding) -> PyResult<Bound<'py, PyAny>> {
    let place: Option<(f64, f64, f64)> = finding.place.map(Into::into);
    let fields = (
        finding.kind.name(),
        finding.part,
        finding.plane,
        place,
        finding.amount,
        finding.count,
    );
    make(py, "PartFinding", fields)
}
