//! Files as a table of the engine.

use std::sync::Arc;

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::datasource::file_format::FileFormat;
use datafusion::datasource::listing::{ListingOptions, ListingTable, ListingTableConfig};
use datafusion::error::Result;

use crate::tables::location::Location;

/// Returns the engine's table of some files.
pub(crate) fn listing(
    locations: &[Location],
    format: Arc<dyn FileFormat>,
    schema: SchemaRef,
) -> Result<ListingTable> {
    let urls = locations.iter().map(|location| location.url.clone());
    let options = ListingOptions::new(format).with_file_extension("");
    let config = ListingTableConfig::new_with_multi_paths(urls.collect())
        .with_listing_options(options)
        .with_schema(schema);
    ListingTable::try_new(config)
}
