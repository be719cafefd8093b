//! One exchange over the host's `fetch`: a request out, the pieces of its answer in.

use futures_util::StreamExt;
use gloo_net::http::{Method, Request, Response};
use js_sys::{ArrayBuffer, Promise, Reflect, Uint8Array};
use secondwind_wire::HttpRequest;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use wasm_streams::{ReadableStream, readable::IntoStream};
use web_sys::{
    AbortController, ReferrerPolicy, RequestCache, RequestCredentials, RequestRedirect,
    ResponseType,
};

#[wasm_bindgen]
extern "C" {
    // gloo-net's own `send` takes every rejection for an `Error` of this realm and breaks off the
    // module where it is none, as of a `fetch` that a page or a test has put in its place. It also
    // drops the cause, which alone says in Node what happened.
    // And what is in its place may answer with anything.
    #[wasm_bindgen(catch)]
    fn fetch(request: &web_sys::Request) -> Result<JsValue, JsValue>;
}

/// A request as the host takes it.
pub(crate) struct Made {
    request: web_sys::Request,
    guard: Guard,
}

/// An answer that has begun. Dropping it ends the exchange.
pub(crate) struct Exchange {
    response: Response,
    body: Option<IntoStream<'static>>,
    _guard: Guard,
}

/// Aborts a fetch when it is dropped. After the end of the fetch that does nothing.
struct Guard(AbortController);

impl Drop for Guard {
    fn drop(&mut self) {
        // Without a reason, so that whoever looks at it finds an `Error`.
        self.0.abort();
    }
}

impl Exchange {
    /// Makes a request; `None` where the host does not take it, as one to an address that is none.
    pub(crate) fn make(request: &HttpRequest) -> Option<Made> {
        let guard = Guard(AbortController::new().ok()?);
        let request = made(request, &guard).ok()?;
        Some(Made { request, guard })
    }

    /// Sends a request, and ends when the headers of its answer are there. What is thrown is
    /// passed on.
    pub(crate) async fn begin(Made { request, guard }: Made) -> Result<Self, JsValue> {
        let response = JsFuture::from(Promise::resolve(&fetch(&request)?)).await?;
        let response = Response::from(response.dyn_into::<web_sys::Response>().or_else(foreign)?);
        Ok(Self { response, body: None, _guard: guard })
    }

    /// The status; 0 for a redirect of which browsers tell no more.
    pub(crate) fn status(&self) -> u16 {
        self.response.status()
    }

    /// Whether the server sends the call on to another address.
    pub(crate) fn is_redirect(&self) -> bool {
        self.response.type_() == ResponseType::Opaqueredirect
            || (300..400).contains(&self.response.status())
    }

    /// A header of the answer, if the page may see it.
    pub(crate) fn header(&self, name: &str) -> Option<String> {
        // Where headers are none, as in a response made by hand, gloo-net's own `get` breaks off.
        self.response.headers().into_raw().get(name).ok().flatten()
    }

    /// The next piece of the body; `None` at its end.
    pub(crate) async fn next(&mut self) -> Result<Option<Vec<u8>>, JsValue> {
        if self.body.is_none() {
            let Some(body) = self.response.body() else { return Ok(None) };
            let stream = ReadableStream::from_raw(body).try_into_stream();
            self.body = Some(stream.map_err(|(error, _)| JsValue::from(error))?);
        }
        let Some(body) = &mut self.body else { return Ok(None) };
        match body.next().await {
            None => Ok(None),
            Some(Err(error)) => Err(error),
            Some(Ok(piece)) if ArrayBuffer::is_view(&piece) => {
                Ok(Some(Uint8Array::new(&piece).to_vec()))
            }
            Some(Ok(_)) => Err(js_sys::Error::new("a piece of the body is no bytes").into()),
        }
    }
}

/// A response of another realm, as test runners have them, is a response.
fn foreign(value: JsValue) -> Result<web_sys::Response, JsValue> {
    let has = |name: &str| Reflect::has(&value, &JsValue::from_str(name)).unwrap_or(false);
    if value.is_object() && has("status") && has("headers") && has("body") {
        return Ok(value.unchecked_into());
    }
    Err(js_sys::Error::new("fetch gave no response").into())
}

fn made(request: &HttpRequest, guard: &Guard) -> Result<web_sys::Request, gloo_net::Error> {
    let mut builder = if request.method == "GET" {
        Request::get(&request.url)
    } else {
        Request::post(&request.url).method(Method::POST)
    };
    builder = builder
        .abort_signal(Some(&guard.0.signal()))
        // Nothing of the page goes along: neither its cookies nor its address.
        .credentials(RequestCredentials::Omit)
        .referrer_policy(ReferrerPolicy::NoReferrer)
        .cache(RequestCache::NoStore)
        // A redirect that is followed takes the key along, in all headers but one.
        .redirect(RequestRedirect::Manual);
    for (name, value) in &request.headers {
        builder = builder.header(name, value);
    }
    let made = match &request.body {
        Some(body) => builder.body(body.as_str()),
        None => builder.build(),
    };
    made.map(Into::into)
}

/// What a rejected fetch says, with what Node keeps in the cause of it.
pub(crate) fn words(error: &JsValue) -> String {
    let member = |of: &JsValue, name: &str| {
        let value = Reflect::get(of, &JsValue::from_str(name)).ok()?;
        value.as_string().filter(|text| !text.is_empty())
    };
    let message = member(error, "message").or_else(|| error.as_string());
    let message = message.unwrap_or_else(|| "the fetch failed".to_owned());
    let cause = Reflect::get(error, &JsValue::from_str("cause")).unwrap_or(JsValue::NULL);
    match member(&cause, "message").or_else(|| member(&cause, "code")) {
        Some(cause) => format!("{message}: {cause}"),
        None => message,
    }
}
