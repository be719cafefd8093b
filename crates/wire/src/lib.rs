//! **secondwind-wire**: what travels between a program and a model's provider.
//!
//! Pure: it opens no connection, reads no clock and no random number. A shell sends the
//! [`HttpRequest`] that an [`Endpoint`] makes, passes the bytes that come back to a [`Decoder`],
//! and shows its [`Delta`]s; the reply at the end is the very JSON that the provider's API returns
//! where nothing is streamed, and what is no reply is a [`Failure`]. The same code serves a web
//! page and a command line.
//!
//! ```
//! # use secondwind_wire::{Api, Decoder, Delta, Endpoint, Failure, Secret};
//! # use serde_json::json;
//! # let network: [&[u8]; 2] = [
//! #     b"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hel",
//! #     b"lo\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
//! # ];
//! # let mut screen = String::new();
//! let key = Secret::new("sk-1234567890")?;
//! let endpoint = Endpoint::new(Api::OpenAiChat, "https://api.example.com/v1")?;
//! let body = json!({ "model": "m", "messages": [{ "role": "user", "content": "Hi" }] });
//! let request = endpoint.request(Some(&key), &body)?;
//! assert_eq!(request.url, "https://api.example.com/v1/chat/completions");
//! // The shell sends it. A status other than 2xx is for `Failure::from_response`.
//! let mut decoder = Decoder::new(endpoint.api).hiding(Some(&key));
//! for bytes in network {
//!     let (deltas, read) = decoder.push(bytes);
//!     for delta in deltas {
//!         if let Delta::Text(text) = delta {
//!             screen.push_str(&text);
//!         }
//!     }
//!     read?;
//! }
//! let reply = decoder.finish()?;
//! assert_eq!(reply["choices"][0]["message"]["content"], screen);
//! # assert_eq!(screen, "Hello");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod decode;
mod discover;
mod endpoint;
mod failure;
mod json;
mod prices;
mod retry;
mod secret;
mod sse;
mod url;

pub use decode::{Decoder, Delta};
pub use discover::Server;
pub use endpoint::{AnthropicVersion, Api, Endpoint, HttpRequest, RequestError};
pub use failure::{Failure, FailureClass};
pub use prices::{Billed, cost, most, price, quote, total};
pub use retry::Retry;
pub use secret::{Secret, SecretError};
pub use url::{BaseUrl, UrlError};
