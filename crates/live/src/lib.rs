//! **secondwind-live**: model calls from a web page, a worker or Node, over the host's `fetch`.
//!
//! A thin shell around [`secondwind_wire`], which makes the requests, reads the streams and tells
//! failures apart. What a network needs beside that is here: the fetch itself, by gloo-net; a timer
//! over the whole call and one over each silence, the body included; aborts; and retries that are
//! announced before they are waited for.
//!
//! - **The key stays in the module's memory.** It goes into one header of a request and comes out
//!   nowhere else: texts of a failure have it struck out, and a redirect, which would carry it to
//!   another address, is not followed.
//! - **Nothing is half a reply.** A stream that breaks off is a failure, whatever it has shown.
//! - **The same fetch everywhere.** `fetch` is looked up as a global, which windows, workers and
//!   Node from 20 on have; nothing else of a page is needed.
//!
//! What needs no host ([`Settings`], [`figures`], [`say`], [`origin`]) is compiled and tested
//! natively; the shell exists for wasm32 alone.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod figures;
pub mod origin;
#[cfg(any(target_arch = "wasm32", test))]
mod patience;
pub mod say;
mod settings;

pub use settings::{Refused, Settings};

#[cfg(target_arch = "wasm32")]
pub mod bind;
#[cfg(target_arch = "wasm32")]
mod call;
#[cfg(target_arch = "wasm32")]
mod fetch;
#[cfg(target_arch = "wasm32")]
mod host;
