//! A model call: attempts until one goes well, within the times that it has.

use std::{cell::RefCell, future::pending, pin::pin};

use futures_channel::oneshot::{self, Receiver, Sender};
use futures_util::future::{Either, select};
use js_sys::{Function, JSON};
use secondwind_wire::{Decoder, Endpoint, Failure, HttpRequest, Secret, Server};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;
use web_sys::AbortSignal;

use crate::{
    Refused, Settings,
    fetch::{Exchange, words},
    host::{self, Abort},
    origin::is_elsewhere,
    patience::Patience,
    say,
};

/// Why there is no reply.
pub(crate) enum Fault {
    /// The call failed.
    Failed(Failure),
    /// What was passed in cannot be sent.
    Refused(Refused),
    /// The callback threw this.
    Thrown(JsValue),
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// A client: where calls go, and the key that goes with them.
pub(crate) struct Live {
    pub(crate) settings: Settings,
    pub(crate) key: Option<Secret>,
    /// The page that this runs in, if it is one.
    pub(crate) page: Option<String>,
    /// Ends whatever is under way.
    pub(crate) closing: Closing,
}

/// Those who are told when a client is freed. A signal of the host's would warn of so many.
#[derive(Default)]
pub(crate) struct Closing(RefCell<Vec<Sender<()>>>);

impl Closing {
    /// Tells them.
    pub(crate) fn close(&self) {
        self.0.take();
    }

    /// Resolves when the client is freed.
    fn closed(&self) -> Receiver<()> {
        let (sender, receiver) = oneshot::channel();
        let mut waiting = self.0.borrow_mut();
        waiting.retain(|sender| !sender.is_canceled());
        waiting.push(sender);
        receiver
    }
}

/// How much is read of the body of a failure, in bytes.
const ERROR_BODY: usize = 1 << 20;

/// How long a server may take to tell of its window, in milliseconds.
const DISCOVERY_MS: u64 = 5_000;

/// The same for a server on this machine. It may be any of five, which are asked one after the other
/// within the time that a page has for all, and one that is there answers at once.
const LOCAL_DISCOVERY_MS: u64 = 900;

impl Live {
    /// Makes a call and ends with its reply.
    pub(crate) async fn send(
        &self,
        endpoint: &Endpoint,
        body: &Value,
        signal: Option<AbortSignal>,
        on_delta: Option<&Function>,
    ) -> Result<Value, Fault> {
        let request = endpoint
            .request(self.key.as_ref(), body)
            .map_err(|error| Fault::Refused(Refused::new("request", error.to_string())))?;
        let time = u64::from(self.settings.timeout_ms);
        self.bounded(signal, time, self.attempts(&request, on_delta)).await
    }

    /// Asks the server how large the model's window is; `None` where it does not tell.
    pub(crate) async fn discover(
        &self,
        model: &str,
        signal: Option<AbortSignal>,
    ) -> Result<Option<Value>, Fault> {
        let is_local = self.settings.endpoint.base.is_loopback();
        let patience = if is_local { LOCAL_DISCOVERY_MS } else { DISCOVERY_MS };
        let asked = async {
            for server in Server::candidates(&self.settings.endpoint) {
                let request = server.request(&self.settings.endpoint, self.key.as_ref(), model);
                let Ok(request) = request else { continue };
                let answer = in_time(patience, self.ask(&request)).await;
                let Ok(Some(answer)) = answer else { continue };
                if let Some(limits) = server.read(model, &answer) {
                    let (window, most) = (limits.window.get(), limits.max_output.get());
                    return Ok(Some(json!({ "window": window, "maxOutput": most })));
                }
            }
            Ok(None)
        };
        self.bounded(signal, u64::from(self.settings.timeout_ms), asked).await
    }

    /// The JSON of an answer, if it is one.
    async fn ask(&self, request: &HttpRequest) -> Option<Value> {
        let mut exchange = Exchange::begin(Exchange::make(request)?).await.ok()?;
        let body = whole(&mut exchange).await;
        // As text, since all else is read as text: a second reader would cost every page its bytes.
        let answer = serde_json::from_str(&String::from_utf8_lossy(&body));
        answer.ok().filter(|_| exchange.status() == 200)
    }

    /// Work that ends in time, and at once when it is aborted.
    async fn bounded<T>(
        &self,
        signal: Option<AbortSignal>,
        time_ms: u64,
        work: impl Future<Output = Result<T, Fault>>,
    ) -> Result<T, Fault> {
        if signal.as_ref().is_some_and(AbortSignal::aborted) {
            return Err(Failure::aborted().into());
        }
        let mut abort = signal.map(Abort::of);
        let fired = async {
            match &mut abort {
                Some(abort) => abort.fired().await,
                None => pending().await,
            }
        };
        let fired = pin!(fired);
        let aborted = select(self.closing.closed(), fired);
        let ended = select(aborted, host::wait(time_ms));
        match select(pin!(work), ended).await {
            Either::Left((result, _)) => result,
            Either::Right((Either::Left(_), _)) => Err(Failure::aborted().into()),
            Either::Right((Either::Right(_), _)) => Err(Failure::timeout().into()),
        }
    }

    async fn attempts(
        &self,
        request: &HttpRequest,
        on_delta: Option<&Function>,
    ) -> Result<Value, Fault> {
        let end = host::now_ms() + f64::from(self.settings.timeout_ms);
        let mut retries = 0;
        loop {
            let failure = match self.attempt(request, on_delta).await {
                Err(Fault::Failed(failure)) => failure,
                ended => return ended,
            };
            let wait = self.settings.retry.delay(retries, &failure, host::chance());
            // A wait that takes all the time there is ends in a failure that says less.
            let has_time = |wait: &u64| {
                u32::try_from(*wait).is_ok_and(|wait| host::now_ms() + f64::from(wait) < end)
            };
            let Some(wait) = wait.filter(has_time) else { return Err(failure.into()) };
            tell(on_delta, &say::again(&failure, wait))?;
            host::wait(wait).await;
            retries += 1;
        }
    }

    async fn attempt(
        &self,
        request: &HttpRequest,
        on_delta: Option<&Function>,
    ) -> Result<Value, Fault> {
        let (key, api) = (self.key.as_ref(), self.settings.endpoint.api);
        let idle = u64::from(self.settings.idle_ms);
        let made = Exchange::make(request).ok_or_else(no_address)?;
        let begun = in_time(idle, Exchange::begin(made)).await?;
        let mut exchange = begun.map_err(|error| self.unreached(&error))?;
        if exchange.is_redirect() {
            let status = Some(exchange.status()).filter(|status| *status > 0);
            return Err(Failure::redirected(status).into());
        }
        let status = exchange.status();
        if !(200..300).contains(&status) {
            let body = in_time(idle, whole(&mut exchange)).await.unwrap_or_default();
            let header = |name: &str| exchange.header(name);
            return Err(Failure::from_response(api, status, &header, &body, key).into());
        }
        let mut decoder = Decoder::new(api).hiding(key);
        let mut patience = Patience::new(idle);
        loop {
            let left = patience.left(host::now_ms());
            if decoder.is_done() && left == 0 {
                break;
            }
            let piece = match in_time(left, exchange.next()).await {
                Ok(Ok(Some(piece))) => piece,
                // A reply that is whole is one, even if its connection then breaks.
                Ok(_) => break,
                Err(_) if decoder.is_done() => break,
                Err(silence) => return Err(silence.into()),
            };
            let (deltas, read) = decoder.push(&piece);
            for delta in deltas {
                tell(on_delta, &say::delta(&delta))?;
            }
            read?;
            if decoder.is_done() {
                patience.complete(host::now_ms());
            }
        }
        Ok(decoder.finish()?)
    }

    fn unreached(&self, error: &JsValue) -> Failure {
        let base = &self.settings.endpoint.base;
        let elsewhere = self.page.as_deref().is_some_and(|page| is_elsewhere(page, base));
        Failure::network(&words(error), elsewhere, self.key.as_ref())
    }
}

/// Waits for work that has so many milliseconds.
async fn in_time<T>(ms: u64, work: impl Future<Output = T>) -> Result<T, Failure> {
    match select(pin!(work), host::wait(ms)).await {
        Either::Left((done, _)) => Ok(done),
        Either::Right(_) => Err(Failure::timeout()),
    }
}

/// A body, as far as it comes and is worth keeping.
async fn whole(exchange: &mut Exchange) -> Vec<u8> {
    let mut body = Vec::new();
    while let Ok(Some(piece)) = exchange.next().await {
        body.extend(piece);
        if body.len() > ERROR_BODY {
            break;
        }
    }
    body
}

/// The host does not take the address for one.
pub(crate) fn no_address() -> Fault {
    let message = "`baseURL` cannot be used: this host cannot read it as an address";
    Fault::Refused(Refused::new("baseURL", message))
}

/// Tells the callback, if there is one.
fn tell(on_delta: Option<&Function>, said: &Value) -> Result<(), Fault> {
    let Some(on_delta) = on_delta else { return Ok(()) };
    let said = JSON::parse(&said.to_string()).map_err(Fault::Thrown)?;
    on_delta.call1(&JsValue::UNDEFINED, &said).map(drop).map_err(Fault::Thrown)
}
