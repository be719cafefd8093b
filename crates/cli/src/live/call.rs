//! One model call over the network.

use std::{
    hash::{BuildHasher, RandomState},
    io::Read,
    time::Duration,
};

use secondwind_wire::{Decoder, Delta, Endpoint, Failure, FailureClass, HttpRequest, Secret};
use serde_json::Value;
use ureq::{Agent, Body, Timeout, config::Config, http::Response};

/// How long a connection may take to come about.
const CONNECT: Duration = Duration::from_secs(30);

/// The most that is read of the body of a failure, in bytes.
const TOLD: u64 = 1 << 20;

/// Makes calls to one endpoint.
pub(crate) struct Caller {
    pub(crate) endpoint: Endpoint,
    pub(crate) key: Option<Secret>,
    agent: Agent,
}

impl Caller {
    /// `silence` is how long the provider may send nothing.
    pub(crate) fn new(endpoint: Endpoint, key: Option<Secret>, silence: Duration) -> Self {
        let connect = CONNECT.min(silence);
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            // Whoever redirects is not who the key is for.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .user_agent(concat!("secondwind/", env!("CARGO_PKG_VERSION")))
            .timeout_resolve(Some(connect))
            .timeout_connect(Some(connect))
            .timeout_per_write(Some(silence))
            .timeout_per_read(Some(silence));
        if endpoint.base.is_loopback() {
            config = config.proxy(None);
        }
        let config: Config = config.build();
        Self { endpoint, key, agent: config.new_agent() }
    }

    /// Sends a request and answers the reply. Its text goes to `on_text` as it comes.
    pub(crate) fn call(
        &self,
        request: &HttpRequest,
        on_text: &mut dyn FnMut(&str),
    ) -> Result<Value, Failure> {
        let key = self.key.as_ref();
        let mut post = self.agent.post(&request.url);
        for (name, value) in &request.headers {
            post = post.header(*name, value);
        }
        let sent = post.send(request.body.as_deref().unwrap_or_default());
        let mut response = sent.map_err(|error| unsent(&error, key))?;
        let status = response.status();
        if status.is_redirection() {
            return Err(Failure::redirected(Some(status.as_u16())));
        }
        if !status.is_success() {
            return Err(self.told(&mut response));
        }
        self.read(&mut response, on_text)
    }

    fn read(
        &self,
        response: &mut Response<Body>,
        on_text: &mut dyn FnMut(&str),
    ) -> Result<Value, Failure> {
        let mut decoder = Decoder::new(self.endpoint.api).hiding(self.key.as_ref());
        let mut reader = response.body_mut().as_reader();
        let mut bytes = vec![0; 1 << 14];
        // Some servers keep a connection open behind a reply that is whole.
        while !decoder.is_done() {
            match reader.read(&mut bytes) {
                Ok(0) => break,
                Ok(count) => {
                    let (deltas, read) = decoder.push(&bytes[..count]);
                    for delta in deltas {
                        if let Delta::Text(text) | Delta::Refusal(text) = delta {
                            on_text(&text);
                        }
                    }
                    read?;
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => {
                    let within = error.get_ref().and_then(|it| it.downcast_ref::<ureq::Error>());
                    let is_late = matches!(within, Some(ureq::Error::Timeout(_)));
                    // What has come by then may be whole, without a mark that says so.
                    return decoder.finish().map_err(|failure| match failure.class {
                        FailureClass::Cut if is_late => Failure::timeout(),
                        _ => failure,
                    });
                }
            }
        }
        decoder.finish()
    }

    /// What a response says that is no reply.
    fn told(&self, response: &mut Response<Body>) -> Failure {
        let mut body = Vec::new();
        // What cannot be read is missing; the status stands.
        let _ = response.body_mut().as_reader().take(TOLD).read_to_end(&mut body);
        let header = |name: &str| Some(response.headers().get(name)?.to_str().ok()?.to_owned());
        let (api, status) = (self.endpoint.api, response.status().as_u16());
        Failure::from_response(api, status, &header, &body, self.key.as_ref())
    }
}

/// Why no response came.
fn unsent(error: &ureq::Error, key: Option<&Secret>) -> Failure {
    match error {
        ureq::Error::Timeout(at) => {
            let is_sent = !matches!(at, Timeout::Resolve | Timeout::Connect);
            Failure { may_be_billed: is_sent, ..Failure::timeout() }
        }
        // No waiting makes an address one.
        ureq::Error::BadUri(_) | ureq::Error::Http(_) => {
            Failure { may_retry: false, ..Failure::network(&error.to_string(), false, key) }
        }
        error => Failure::network(&error.to_string(), false, key),
    }
}

/// A number that is the same for nobody else.
pub(crate) fn jitter() -> u32 {
    let number = RandomState::new().hash_one(0).to_be_bytes();
    u32::from_be_bytes([number[0], number[1], number[2], number[3]])
}
