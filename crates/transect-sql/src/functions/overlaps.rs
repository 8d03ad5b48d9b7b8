//! The common part of `region_overlap` and `region_overlap_conservative`.

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;
use transect::Region;
use transect::batch::{Batch, RegionMasks};

use crate::call::{Call, Types, Values};
use crate::error::FunctionError;
use crate::regions;
use crate::shape::with_batch;
use crate::words::{OVERLAPS, overlap_key, words, words_of_bits};

/// Checks that the arguments are a region and a shape of the same dimension.
pub(crate) fn check(types: &Types<'_>) -> Result<DataType, FunctionError> {
    types.expect_count(2..=7, "the arguments are a region and a shape")?;
    let region = regions::dimension(types.types[0]);
    let region = region.map_err(|invalid| invalid.of(types.function, 0))?;
    types.same_dimension(region, types.shape(1)?)?;
    Ok(DataType::Utf8View)
}

/// Computes the relations of the shapes to the region.
pub(crate) fn run(call: &Call<'_>, is_exact: bool) -> Result<ArrayRef, FunctionError> {
    let dimension = call.dimension(|region| regions::dimension(region).ok().flatten())?;
    match dimension {
        2 => overlaps::<2>(call, is_exact),
        _ => overlaps::<3>(call, is_exact),
    }
}

fn overlaps<const D: usize>(call: &Call<'_>, is_exact: bool) -> Result<ArrayRef, FunctionError> {
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
        return words(call.function, OVERLAPS, keys);
    };
    let region = Region::new(planes);
    let count = shapes.rows.div_ceil(64);
    let [mut meets, mut inside, mut null] = [vec![0; count], vec![0; count], vec![0; count]];
    let masks = RegionMasks {
        meets: &mut meets,
        inside: &mut inside,
        null: Some(&mut null),
    };
    if is_exact {
        with_batch!(shapes, batch => batch.overlap(&region, masks));
    } else {
        with_batch!(shapes, batch => batch.overlap_conservative(&region, masks));
    }
    let nulls = shapes.nulls.as_ref();
    words_of_bits(
        call.function,
        OVERLAPS,
        &meets,
        &inside,
        &null,
        nulls,
        shapes.rows,
    )
}
