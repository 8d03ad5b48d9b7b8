//! The whole cut, as `transect cut` makes it: halves, certificate, report.

use transect::scene::{Numbers, SceneCut};
use transect_io::Format;
use transect_report::output::{family, numbers};
use transect_report::totals::Totals;
use transect_report::{OnPlane as Limit, Report};

use crate::error::Refusal;
use crate::model::Model;
use crate::plane_request::{Asked, with_cutter};

/// A model, cut.
pub(crate) struct WholeCut {
    pub(crate) cut: SceneCut,
    pub(crate) report: Report,
}

impl WholeCut {
    /// Cuts a model for halves in a format: that of its first file if none is named.
    pub(crate) fn of(
        model: &Model,
        asked: &Asked,
        limit: Limit,
        format: Option<Format>,
    ) -> Result<Self, Refusal> {
        let format = format.unwrap_or_else(|| family(&model.document));
        let numbers: Numbers = numbers(format);
        let scene = &model.document.scene;
        // Refuses what the numbers of the format cannot hold.
        Totals::of(scene, &vec![true; scene.nodes.len()], numbers)?;
        let cut = with_cutter!(asked, cutter => scene.cut(cutter, numbers, |_| true, |_| {}))
            .map_err(transect_report::Problem::from)?;
        let unit = model.unit.as_deref();
        let report = Report::of(&cut, &model.document, limit, unit, format, numbers);
        Ok(Self { cut, report })
    }
}
