//! The server: it listens, answers requests, and stops.
//!
//! It uses hyper directly below axum, because axum's own connection loop cannot limit the time that a client takes to
//! send a header.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Notify;

use crate::bounds::HEAD_TIME;
use crate::guard::Door;
use crate::loading;
use crate::options::Options;
use crate::page::Page;
use crate::routes::routes;
use crate::state::State;
use crate::token::{Token, TokenError};
use crate::visitors::Visitors;

/// The time that remains to finish pending answers after the server is stopped.
const LAST_ANSWERS: Duration = Duration::from_secs(1);

/// An error that prevents a server from starting.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The server cannot listen on its address.
    #[error("{address}: {error}")]
    Listen {
        /// The address on which the server should listen.
        address: SocketAddr,
        /// The error of the operating system.
        #[source]
        error: io::Error,
    },
    /// The token contains characters that are not allowed in an address, or is too easy to guess.
    #[error("{0}")]
    Token(TokenError),
    /// The system could not provide random bytes or threads.
    #[error("{0}")]
    System(String),
}

/// A server that listens on its address. It answers requests while [`run`](Self::run) is active.
pub struct Server {
    runtime: Runtime,
    listener: std::net::TcpListener,
    address: SocketAddr,
    state: Arc<State>,
    stopper: Stopper,
}

/// A handle that stops a server from another thread.
#[derive(Clone, Debug, Default)]
pub struct Stopper(Arc<Notify>);

impl Stopper {
    /// Stops the server. Pending requests are still answered, for one second at most.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

impl Server {
    /// Starts to listen. The server does not read files or answer requests yet.
    ///
    /// # Errors
    /// Returns a [`StartError`] if the server cannot listen on the address (for example, if the port is in use), if the
    /// token is not valid, or if the system provides no random bytes or no threads.
    pub fn bind(options: &Options) -> Result<Self, StartError> {
        let token = match &options.token {
            Some(text) => Token::given(text).map_err(StartError::Token)?,
            None => Token::random().map_err(|error| StartError::System(error.to_string()))?,
        };
        let address = SocketAddr::new(options.host, options.port);
        let listen = |error| StartError::Listen { address, error };
        let listener = std::net::TcpListener::bind(address).map_err(listen)?;
        listener.set_nonblocking(true).map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("transect-view")
            .enable_io()
            .enable_time()
            .build()
            .map_err(|error| StartError::System(error.to_string()))?;
        let door = Door { token, address };
        Ok(Self {
            runtime,
            listener,
            address,
            state: Arc::new(State::new(door, options)),
            stopper: Stopper::default(),
        })
    }

    /// Returns the address that the server listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the address that opens the page, with the token.
    #[must_use]
    pub fn url(&self) -> String {
        let host = match self.address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => "127.0.0.1".to_string(),
            IpAddr::V6(ip) if ip.is_unspecified() => "[::1]".to_string(),
            IpAddr::V4(ip) => ip.to_string(),
            IpAddr::V6(ip) => format!("[{ip}]"),
        };
        format!(
            "http://{host}:{}/?token={}",
            self.address.port(),
            self.state.door.token.text()
        )
    }

    /// Returns a handle that stops the server.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        self.stopper.clone()
    }

    /// Answers requests and reads the model in the background, until the server is stopped.
    ///
    /// # Errors
    /// Returns an error if the system refuses to listen.
    pub fn run(self) -> io::Result<()> {
        let Self {
            runtime,
            listener,
            state,
            stopper,
            ..
        } = self;
        let app = routes(Arc::clone(&state), Page::from_environment());
        runtime.spawn(loading::run(Arc::clone(&state)));
        runtime.block_on(async {
            let listener = TcpListener::from_std(listener)?;
            let graceful = Arc::new(GracefulShutdown::new());
            let accepting = tokio::spawn(accept(listener, app, Arc::clone(&graceful)));
            stopper.0.notified().await;
            state.ending.store(true, Ordering::Relaxed);
            accepting.abort();
            let _ = accepting.await;
            // Connections whose pending answers take longer than `LAST_ANSWERS` are closed.
            if let Some(graceful) = Arc::into_inner(graceful) {
                let _ = tokio::time::timeout(LAST_ANSWERS, graceful.shutdown()).await;
            }
            Ok::<(), io::Error>(())
        })?;
        runtime.shutdown_background();
        Ok(())
    }
}

/// Accepts connections, up to the limit, until the server is stopped.
async fn accept(listener: TcpListener, app: Router, graceful: Arc<GracefulShutdown>) {
    let visitors = Visitors::new();
    loop {
        visitors.room().await;
        let Ok((stream, _)) = listener.accept().await else {
            // The process has no free file handle, or the client has disconnected. The server tries again after a
            // moment.
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        // Answers are small and urgent, so packets are sent immediately and not merged with later packets.
        let _ = stream.set_nodelay(true);
        let visitor = visitors.enter();
        let own = app.clone().layer(Extension(Arc::clone(&visitor)));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIME)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(own));
        let watched = graceful.watch(connection);
        let own = Arc::clone(&visitor);
        let serving = tokio::spawn(async move {
            // If a client drops its connection, that is not an error of the server.
            let _ = watched.await;
            own.forget();
        });
        tokio::spawn(async move {
            if visitor.must_close().await {
                serving.abort();
                visitor.forget();
            }
        });
    }
}
