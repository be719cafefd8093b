//! Runs the wasm tests that cargo built: the test runner of `wasm-bindgen-cli`, built from the locked dependencies.

fn main() -> anyhow::Result<()> {
    wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(std::env::args_os())
}
