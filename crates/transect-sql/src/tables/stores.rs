//! The stores of files that a session reads: this machine, and buckets of S3.

use std::sync::Arc;
use std::time::Duration;

use datafusion::error::{DataFusionError, Result};
use datafusion::execution::object_store::{DefaultObjectStoreRegistry, ObjectStoreRegistry};
use datafusion::object_store::ObjectStore;
use object_store::RetryConfig;
use object_store::aws::AmazonS3Builder;
use url::Url;

/// The time after which a request is not sent again.
const PATIENCE: Duration = Duration::from_secs(20);

/// The known stores. A bucket becomes known when a table names it.
#[derive(Debug, Default)]
pub(crate) struct Stores {
    known: DefaultObjectStoreRegistry,
}

impl ObjectStoreRegistry for Stores {
    fn register_store(
        &self,
        url: &Url,
        store: Arc<dyn ObjectStore>,
    ) -> Option<Arc<dyn ObjectStore>> {
        self.known.register_store(url, store)
    }

    fn deregister_store(&self, url: &Url) -> Result<Arc<dyn ObjectStore>> {
        self.known.deregister_store(url)
    }

    fn get_store(&self, url: &Url) -> Result<Arc<dyn ObjectStore>> {
        match self.known.get_store(url) {
            Err(_) if url.scheme() == "s3" => {
                let store = bucket(url)?;
                self.known.register_store(url, Arc::clone(&store));
                Ok(store)
            }
            known => known,
        }
    }
}

/// Returns the bucket of an address, with the credentials of the variables `AWS_…` of the environment.
fn bucket(url: &Url) -> Result<Arc<dyn ObjectStore>> {
    let retry = RetryConfig {
        retry_timeout: PATIENCE,
        ..RetryConfig::default()
    };
    let bucket = AmazonS3Builder::from_env()
        .with_url(url.as_str())
        .with_retry(retry)
        .build();
    let bucket = bucket.map_err(|error| DataFusionError::Execution(format!("{url}: {error}")))?;
    Ok(Arc::new(bucket))
}
