//! Tests over the whole workspace; see the files beside `src`.
