//! Whether a call leaves the page's own origin, for which browsers have rules of their own.

use secondwind_wire::BaseUrl;

/// Whether a call to this base goes to another origin than the page's, as browsers see it: scheme,
/// host or port differ. An origin of `null`, as a sandboxed frame has, is another than all.
///
/// ```
/// use secondwind_live::origin::is_elsewhere;
/// use secondwind_wire::BaseUrl;
///
/// let base = BaseUrl::parse("https://example.com/api/v1")?;
/// assert!(!is_elsewhere("https://example.com", &base));
/// assert!(is_elsewhere("https://www.example.com", &base));
/// # Ok::<(), secondwind_wire::UrlError>(())
/// ```
pub fn is_elsewhere(page: &str, base: &BaseUrl) -> bool {
    page != base.origin()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_scheme_host_and_port() {
        for (page, base, expected) in [
            ("https://h", "https://h/v1", false),
            ("https://h", "https://h:443", false),
            ("http://h", "http://h:80/a/v1", false),
            ("http://h", "https://h", true),
            ("https://h", "https://h:8443", true),
            ("https://h", "https://h.example", true),
            ("http://localhost:5173", "http://localhost:11434", true),
            ("http://localhost:5173", "http://localhost:5173/v1", false),
            ("http://[::1]", "http://[::1]:80", false),
            ("null", "https://h", true),
            ("http://h", "http://h:443", true),
        ] {
            let base = BaseUrl::parse(base).unwrap();
            assert_eq!(is_elsewhere(page, &base), expected, "{page} {base}");
        }
    }
}
