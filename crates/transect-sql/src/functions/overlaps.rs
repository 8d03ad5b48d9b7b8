//! The common part of `region_overlap` and `region_overlap_conservative`.

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;
use transect::Region;
use transect::batch::Batch;

use crate::answers::Answers;
use crate::call::{Call, Types, Values};
use crate::error::FunctionError;
use crate::regions;
use crate::shape::with_batch;
use crate::words::{OVERLAPS, overlap_key};

/// Checks that the arguments are a region and a shape of the same dimension.
pub(crate) fn check(types: &Types<'_>) -> Result<DataType, FunctionError> {
    types.expect_count(2..=7, "the arguments are a region and a shape")?;
    let region = regions::dimension(types.types[0]);
    let region = region.map_err(|invalid| invalid.of(types.function, 0))?;
    types.same_dimension(region, types.shape(1)?)?;
    Ok(DataType::Utf8View)
}

/// Computes the relations of the shapes to the region, as texts.
pub(crate) fn run(call: &Call<'_>, is_exact: bool) -> Result<ArrayRef, FunctionError> {
    answers(call, is_exact)?.texts(call.function, OVERLAPS)
}

/// Computes the relations of the shapes to the region.
pub(crate) fn answers(call: &Call<'_>, is_exact: bool) -> Result<Answers, FunctionError> {
    let dimension = call.dimension(|region| regions::dimension(region).ok().flatten())?;
    match dimension {
        2 => overlaps::<2>(call, is_exact),
        _ => overlaps::<3>(call, is_exact),
    }
}

fn overlaps<const D: usize>(call: &Call<'_>, is_exact: bool) -> Result<Answers, FunctionError> {
    let shapes = call.shapes::<D>(1)?;
    let regions = call.values(0, regions::read::<D>)?;
    let Values::Constant(Some(planes)) = &regions else {
        let keys = (0..call.rows).map(|row| {
            let region = Region::new(regions.get(row).as_ref()?);
            let shape = shapes.get(row)?;
            let overlap = if is_exact {
                shape.overlap(region)
            } else {
                shape.overlap_conservative(region)
            };
            Some(overlap_key(overlap))
        });
        return Ok(Answers::of_keys(call.rows, keys));
    };
    let region = Region::new(planes);
    let mut answers = Answers::new(shapes.rows, shapes.nulls.clone());
    let masks = answers.region_masks();
    if is_exact {
        with_batch!(shapes, batch => batch.overlap(&region, masks));
    } else {
        with_batch!(shapes, batch => batch.overlap_conservative(&region, masks));
    }
    Ok(answers)
}
