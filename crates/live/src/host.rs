//! What of the host is used beside its fetch: where the page is, time, chance, and aborts.

use futures_channel::oneshot;
use gloo_timers::future::TimeoutFuture;
use js_sys::{Date, Math, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::AbortSignal;

/// The origin of the page that this runs in; `None` outside of browsers.
///
/// A page has a document, a worker of a page the scope of a worker, and both a location. Servers
/// have some of these, but not two of them.
pub(crate) fn page_origin() -> Option<String> {
    let global = js_sys::global();
    let member = |of: &JsValue, name: &str| {
        let value = Reflect::get(of, &JsValue::from_str(name)).ok()?;
        (!value.is_undefined() && !value.is_null()).then_some(value)
    };
    member(&global, "document").or_else(|| member(&global, "WorkerGlobalScope"))?;
    member(&member(&global, "location")?, "origin")?.as_string()
}

/// Milliseconds since 1970. Only for how much is left of a time; a clock that is set in between
/// does no more than to give up a retry too early or too late.
pub(crate) fn now_ms() -> f64 {
    Date::now()
}

/// Any number.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the product is from 0 to the largest `u32`"
)]
pub(crate) fn chance() -> u32 {
    (Math::random() * f64::from(u32::MAX)) as u32
}

/// Ends after so many milliseconds; dropping it takes the timer back.
pub(crate) fn wait(ms: u64) -> TimeoutFuture {
    // Timers of JavaScript count with 32 bits and a sign.
    const LONGEST: u32 = i32::MAX as u32;
    TimeoutFuture::new(u32::try_from(ms).map_or(LONGEST, |ms| ms.min(LONGEST)))
}

/// A listener for the abort of a signal, taken off it when this is dropped.
pub(crate) struct Abort {
    signal: AbortSignal,
    listener: Closure<dyn FnMut()>,
    fired: Option<oneshot::Receiver<()>>,
}

impl Abort {
    /// Listens from now on; an abort before counts, too.
    pub(crate) fn of(signal: AbortSignal) -> Self {
        let (tell, fired) = oneshot::channel();
        let mut tell = Some(tell);
        let mut fire = move || {
            // Nobody may be waiting any more.
            let _ = tell.take().map(|tell| tell.send(()));
        };
        if signal.aborted() {
            fire();
        }
        let listener = Closure::new(fire);
        let function = listener.as_ref().unchecked_ref();
        // A signal that takes no listener is one that never aborts.
        let _ = signal.add_event_listener_with_callback("abort", function);
        Self { signal, listener, fired: Some(fired) }
    }

    /// Ends when the signal aborts, and never where it does not.
    pub(crate) async fn fired(&mut self) {
        if let Some(fired) = self.fired.take()
            && fired.await.is_ok()
        {
            return;
        }
        std::future::pending().await
    }
}

impl Drop for Abort {
    fn drop(&mut self) {
        let function = self.listener.as_ref().unchecked_ref();
        let _ = self.signal.remove_event_listener_with_callback("abort", function);
    }
}
