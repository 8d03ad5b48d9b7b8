//! The objects of a bucket that the name of a table means.

use std::fmt::Display;

use datafusion::error::{DataFusionError, Result};
use datafusion::execution::SessionState;
use datafusion::object_store::path::Path;
use datafusion::object_store::{Error, ObjectStore, ObjectStoreExt};
use futures::TryStreamExt;
use glob::{MatchOptions, Pattern};
use url::Url;

use crate::tables::format::{Format, is_hidden};
use crate::tables::location::Location;

/// A star stands for letters of one folder, as it does for files.
const MATCH: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: true,
};

/// Returns the objects of a name such as `s3://bucket/tiles/*.parquet`, in alphabetical order. `rest` is the name without
/// `s3://`.
pub(super) async fn of(name: &str, rest: &str, state: &SessionState) -> Result<Vec<Location>> {
    let wrong = |reason: &dyn Display| DataFusionError::Execution(format!("{name}: {reason}"));
    let (bucket, key) = rest.split_once('/').unwrap_or((rest, ""));
    if bucket.is_empty() {
        return Err(wrong(
            &"the name of the bucket is missing\nhint: such as s3://bucket/tiles/",
        ));
    }
    let bucket = Url::parse(&format!("s3://{bucket}/")).map_err(|error| wrong(&error))?;
    let stores = &state.runtime_env().object_store_registry;
    let store = stores.get_store(&bucket)?;
    let is_pattern = key.contains(['*', '?', '[']);
    let keys = if is_pattern {
        let pattern = Pattern::new(key).map_err(|error| wrong(&error))?;
        matches(&*store, key, &pattern).await
    } else {
        object_or_folder(&*store, key).await
    };
    let keys = keys.map_err(|error| wrong(&format!("{error}{}", hint())))?;
    if keys.is_empty() && !is_pattern {
        return Err(wrong(
            &"no such object, and no folder with CSV or Parquet files",
        ));
    }
    let locations = keys.iter().map(|key| Location::of_object(&bucket, key));
    locations.collect()
}

/// Returns a hint if there are no credentials. Then the client asks a service that only machines of AWS have.
fn hint() -> &'static str {
    let is_set = |name: &str| std::env::var_os(name).is_some();
    if is_set("AWS_ACCESS_KEY_ID") || is_set("AWS_SKIP_SIGNATURE") {
        ""
    } else {
        "\nhint: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_SKIP_SIGNATURE=true for a public bucket"
    }
}

/// Returns the objects whose keys match a pattern.
async fn matches(
    store: &dyn ObjectStore,
    text: &str,
    pattern: &Pattern,
) -> Result<Vec<String>, Error> {
    let mut keys = below(store, folder_of(text)).await?;
    keys.retain(|key| pattern.matches_with(key, MATCH));
    Ok(keys)
}

/// Returns the object of a key, or the files of tables in the folder of this name.
async fn object_or_folder(store: &dyn ObjectStore, key: &str) -> Result<Vec<String>, Error> {
    if is_object(store, key).await? {
        return Ok(vec![key.to_owned()]);
    }
    let folder = Path::parse(key)?;
    let mut keys = below(store, folder.as_ref()).await?;
    keys.retain(|key| {
        let inside = key.strip_prefix(folder.as_ref()).unwrap_or(key);
        !inside.split('/').any(is_hidden) && Format::of(key).is_some()
    });
    Ok(keys)
}

/// Returns the folder in which all matches of a pattern are.
fn folder_of(pattern: &str) -> &str {
    let fixed = pattern.find(['*', '?', '[']).unwrap_or(pattern.len());
    let end = pattern[..fixed].rfind('/').unwrap_or(0);
    &pattern[..end]
}

/// Returns `true` if there is an object with this key.
async fn is_object(store: &dyn ObjectStore, key: &str) -> Result<bool, Error> {
    if key.is_empty() || key.ends_with('/') {
        return Ok(false);
    }
    match store.head(&Path::parse(key)?).await {
        Ok(_) => Ok(true),
        Err(Error::NotFound { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Returns the keys of all objects in a folder and its folders. Empty objects, which stand for folders, are left out.
async fn below(store: &dyn ObjectStore, folder: &str) -> Result<Vec<String>, Error> {
    let folder = Path::parse(folder)?;
    let objects: Vec<_> = store.list(Some(&folder)).try_collect().await?;
    let objects = objects.into_iter().filter(|object| object.size > 0);
    let mut keys: Vec<_> = objects.map(|object| object.location.to_string()).collect();
    keys.sort();
    Ok(keys)
}
