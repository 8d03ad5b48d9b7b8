//! The place of a file of a table: on this machine, or in an object store.

use std::fmt;
use std::path::{Path, PathBuf};

use datafusion::datasource::listing::ListingTableUrl;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::SessionState;
use datafusion::object_store::ObjectStoreExt;
use futures::{Stream, StreamExt, TryStreamExt};
use url::Url;

use crate::tables::format::Format;

/// A file, by its name for people and its address for the engine.
#[derive(Clone, Debug)]
pub(crate) struct Location {
    name: String,
    pub(crate) url: ListingTableUrl,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Location {
    /// Returns the location of a file on this machine.
    pub(crate) fn of_file(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let absolute = std::path::absolute(path)?;
        let url = Url::from_file_path(&absolute).map_err(|()| {
            DataFusionError::Execution(format!("{name}: the path is not absolute"))
        })?;
        let url = ListingTableUrl::try_new(url, None)?;
        Ok(Self { name, url })
    }

    /// Returns the location of an object with this key, in the bucket at `bucket`.
    #[cfg(feature = "s3")]
    pub(crate) fn of_object(bucket: &Url, key: &str) -> Result<Self> {
        let mut url = bucket.clone();
        // A percent sign begins an escape in addresses, and is a letter like others in keys.
        url.set_path(&key.replace('%', "%25"));
        Ok(Self {
            name: format!("{}/{key}", bucket.as_str().trim_end_matches('/')),
            url: ListingTableUrl::try_new(url, None)?,
        })
    }

    /// Returns the path of a file on this machine, or `None` for an object of a store.
    pub(super) fn path(&self) -> Option<PathBuf> {
        let url: &Url = self.url.as_ref();
        (url.scheme() == "file").then(|| url.to_file_path().ok())?
    }

    /// Returns the bytes of the file; those of text are decompressed.
    pub(super) async fn bytes(
        &self,
        format: Format,
        state: &SessionState,
    ) -> Result<impl Stream<Item = Result<impl AsRef<[u8]>>> + Unpin> {
        let store = state.runtime_env().object_store(&self.url)?;
        let bytes = store.get(self.url.prefix()).await?.into_stream();
        format
            .compression()
            .convert_stream(bytes.map_err(DataFusionError::from).boxed())
    }
}
