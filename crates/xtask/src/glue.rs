//! Mends the JavaScript that wasm-bindgen writes, so that importing it does nothing and it works in every host.
//!
//! Each mend names the text it expects. wasm-bindgen is pinned to the digit; when a new version writes something else,
//! the build fails here and says which mend has to be looked at.

use anyhow::{Result, ensure};

/// A text that the glue has exactly once, and what stands there afterwards.
struct Mend {
    /// What it is for.
    why: &'static str,
    /// The text that the glue must have.
    from: &'static str,
    /// The text in its place.
    to: &'static str,
}

/// All mends.
const MENDS: [Mend; 5] = [
    Mend {
        why: "a module from another realm is a module",
        from: "if (!(module instanceof WebAssembly.Module)) {",
        to: "if (Object.prototype.toString.call(module) !== '[object WebAssembly.Module]') {",
    },
    Mend {
        why: "an instance from another realm is an instance",
        from: "if (instance instanceof WebAssembly.Instance) {",
        to: "if (Object.prototype.toString.call(instance) === '[object WebAssembly.Instance]') {",
    },
    Mend {
        why: "no TextDecoder at import",
        from: "\
let cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
cachedTextDecoder.decode();
",
        to: "\
// Made at the first use: some hosts lack TextDecoder, and have a Buffer instead.
function newTextDecoder() {
    if (typeof TextDecoder === 'undefined' && globalThis.Buffer !== undefined) {
        return {
            decode(bytes) {
                return globalThis.Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
            },
        };
    }
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    decoder.decode();
    return decoder;
}
let cachedTextDecoder;
",
    },
    Mend {
        why: "the TextDecoder is made at the first use",
        from: "    numBytesDecoded += bytes.length;
    if (numBytesDecoded >= MAX_SAFARI_DECODE_BYTES) {
        cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
        cachedTextDecoder.decode();
        numBytesDecoded = bytes.length;
    }
",
        to: "    numBytesDecoded += bytes.length;
    if (cachedTextDecoder === undefined || numBytesDecoded >= MAX_SAFARI_DECODE_BYTES) {
        cachedTextDecoder = newTextDecoder();
        numBytesDecoded = bytes.length;
    }
",
    },
    Mend {
        why: "no TextEncoder at import",
        from: "\
const cachedTextEncoder = new TextEncoder();

if (!('encodeInto' in cachedTextEncoder)) {
    cachedTextEncoder.encodeInto = function (arg, view) {
        const buf = cachedTextEncoder.encode(arg);
        view.set(buf);
        return {
            read: arg.length,
            written: buf.length
        };
    };
}
",
        to: "\
// Made at the first use, for the same reason.
let textEncoder;
const cachedTextEncoder = {
    encode(arg) {
        if (typeof TextEncoder === 'undefined' && globalThis.Buffer !== undefined) {
            return globalThis.Buffer.from(arg, 'utf8');
        }
        textEncoder ??= new TextEncoder();
        return textEncoder.encode(arg);
    },
    encodeInto(arg, view) {
        if (typeof TextEncoder !== 'undefined') {
            textEncoder ??= new TextEncoder();
            if (textEncoder.encodeInto !== undefined) return textEncoder.encodeInto(arg, view);
        }
        const buf = cachedTextEncoder.encode(arg);
        view.set(buf);
        return { read: arg.length, written: buf.length };
    },
};
",
    },
];

/// What must not be in the code of the glue (comments and texts aside), and why.
const TRAPS: [(&str, &str); 6] = [
    ("import.meta", "CommonJS and several bundlers have no import.meta"),
    ("instanceof WebAssembly", "it is false for a module from another realm"),
    ("process", "the bare word makes bundlers ask for a polyfill; write globalThis.process"),
    ("Buffer", "the bare word makes bundlers ask for a polyfill; write globalThis.Buffer"),
    ("require(", "an ES module has no require"),
    ("import ", "the glue must stand alone"),
];

/// The glue, mended.
pub(crate) fn mend(js: &str) -> Result<String> {
    let mut mended = js.to_string();
    for Mend { why, from, to } in MENDS {
        let count = mended.matches(from).count();
        ensure!(
            count == 1,
            "the glue of wasm-bindgen changed: expected once, found {count} times, for \"{why}\":\n{from}\nLook at crates/xtask/src/glue.rs"
        );
        mended = mended.replacen(from, to, 1);
    }
    let code = code_only(&mended);
    for (trap, why) in TRAPS {
        ensure!(!has_bare(&code, trap), "the glue has `{trap}`: {why}");
    }
    let (made, guarded) = ("new FinalizationRegistry(", "typeof FinalizationRegistry === ''");
    ensure!(
        code.matches(made).count() == code.matches(guarded).count(),
        "the glue makes a FinalizationRegistry without asking whether there is one"
    );
    Ok(mended)
}

/// Whether the word stands in the code as a name of its own: not within a longer name, and not as a member.
fn has_bare(code: &str, word: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    code.match_indices(word).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = code[at + word.len()..].chars().next();
        let ends_in_name = word.chars().next_back().is_some_and(is_name);
        let goes_on = ends_in_name && after.is_some_and(is_name);
        !(goes_on || before.is_some_and(|c| is_name(c) || c == '.'))
    })
}

/// The code without its comments and without what its strings and templates say.
fn code_only(js: &str) -> String {
    let mut code = String::with_capacity(js.len());
    let mut rest = js;
    while let Some(at) = rest.find(['/', '\'', '"', '`']) {
        code.push_str(&rest[..at]);
        rest = &rest[at..];
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with('/') {
            code.push('/');
            1
        } else {
            let quote = &rest[..1];
            code.push_str(quote);
            code.push_str(quote);
            string_length(rest)
        };
        rest = &rest[skipped..];
    }
    code + rest
}

/// The length of the string or template that the code starts with, quotes included.
fn string_length(code: &str) -> usize {
    let quote = code.as_bytes()[0];
    let mut escaped = false;
    let end = code.bytes().skip(1).position(|byte| {
        let ends = byte == quote && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    end.map_or(code.len(), |at| at + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A glue with each text that is mended, and a line of one's own.
    fn glue(line: &str) -> String {
        MENDS.map(|mend| mend.from).join("\n") + line
    }

    #[test]
    fn each_mend_is_made() {
        let mended = mend(&glue("")).expect("a glue with all texts");
        for Mend { why, from, to } in MENDS {
            assert!(mended.contains(to) && !mended.contains(from), "{why}");
        }
    }

    #[test]
    fn a_text_that_is_gone_stops_the_build() {
        for Mend { why, from, .. } in MENDS {
            let error =
                mend(&glue("").replace(from, "")).expect_err("one text is gone").to_string();
            assert!(error.contains(why) && error.contains("found 0 times"), "{error}");
        }
    }

    #[test]
    fn traps_stop_the_build() {
        for line in [
            "const u = new URL('core.wasm', import.meta.url);",
            "x instanceof WebAssembly.Memory",
            "const p = process.env;",
            "Buffer.from('')",
            "typeof Buffer",
            "const fs = require('fs');",
            "import * as other from './other.js';",
            "const r = new FinalizationRegistry(() => {});",
        ] {
            assert!(mend(&glue(line)).is_err(), "{line}");
        }
    }

    #[test]
    fn what_only_looks_like_a_trap_passes() {
        for line in [
            "// process and Buffer in a comment",
            "/** import.meta.url, it's here */ let a = 1;",
            "throw new Error('a Buffer, not a process, isn\\'t \"here\"');",
            "const t = `process ${a} \\` Buffer`;",
            "wasm.process(globalThis.Buffer, preprocess, BufferLike, a.process);",
            "const R = (typeof FinalizationRegistry === 'undefined') ? { } : new FinalizationRegistry(() => {});",
            "const half = a / 2;",
        ] {
            mend(&glue(line)).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
    }
}
