#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    if let Err(told) = secondwind_tests::target("wire", input) {
        panic!("{told}");
    }
});
