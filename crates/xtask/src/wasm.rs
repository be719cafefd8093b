//! The wasm modules of the npm package: compile, write the glue, mend the glue, shrink.

use crate::{
    glue, npm, repo, shell,
    toolchain::{self, TARGET, Toolchain},
};
use anyhow::{Context, Result, ensure};
use std::{
    env, fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    process::Command,
};
use wasm_bindgen_cli_support::Bindgen;

/// Where the npm package's build finds the modules.
const OUT: &str = "crates/wasm/dist/wasm";

/// The crates that are compiled, and the names of their modules.
const MODULES: [(&str, &str); 3] =
    [("secondwind-wasm", "core"), ("secondwind-course", "course"), ("secondwind-live", "live")];

/// Builds the modules into `crates/wasm/dist/wasm`.
pub(crate) fn build() -> Result<()> {
    // binaryen, which shrinks the modules, is one of the package's dependencies.
    npm::install("crates/wasm")?;
    let toolchain = Toolchain::find()?;
    for (package, name) in MODULES {
        shell::step(&format!("compile {package} for wasm32"), || {
            // One crate at a time, so that none is compiled with features that only another asks for.
            shell::run(
                &mut toolchain.cargo(&format!("build --locked --release --lib -p {package}")),
            )
        })?;
        finish(package, name)?;
    }
    Ok(())
}

/// From what the compiler wrote to the three files of a module, unless they are there and nothing changed.
fn finish(package: &str, name: &str) -> Result<()> {
    let compiled = toolchain::target_dir()
        .join(TARGET)
        .join("release")
        .join(format!("{}.wasm", package.replace('-', "_")));
    let files = ["js", "d.ts", "wasm"].map(|end| repo::at(OUT).join(format!("{name}.{end}")));
    let stamp = Stamp::new(&compiled, name)?;
    if stamp.is_current() && files.iter().all(|file| file.is_file()) {
        return Ok(());
    }
    fs::create_dir_all(repo::at(OUT))?;
    let [js, ts, wasm] = &files;
    shell::step(&format!("write the glue of {name}"), || {
        // What is still in memory is not laid out yet, so the glue goes through a folder.
        let raw = toolchain::target_dir().join("glue").join(name);
        let mut output = bindgen(&compiled, name)?;
        let snippets = output.snippets().values().map(Vec::len).sum::<usize>();
        ensure!(
            snippets + output.local_modules().len() == 0,
            "{package} brings JavaScript files of its own; the glue must stand alone"
        );
        output.emit(&raw)?;
        let glue = fs::read_to_string(raw.join(format!("{name}.js")))?;
        fs::write(js, glue::mend(&glue)?)?;
        fs::copy(raw.join(format!("{name}.d.ts")), ts)?;
        fs::copy(raw.join(format!("{name}_bg.wasm")), wasm)?;
        Ok(())
    })?;
    shell::step(&format!("shrink {name}.wasm"), || shrink(wasm))?;
    stamp.write()
}

/// Lets wasm-bindgen write the glue of a compiled module.
fn bindgen(compiled: &Path, name: &str) -> Result<wasm_bindgen_cli_support::Output> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(compiled)
        .out_name(name)
        .typescript(true)
        // Without it the glue names the wasm file by `import.meta.url`, which half of all bundlers trip over.
        .omit_default_module_path(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .web(true)?;
    bindgen.generate_output()
}

/// Shrinks a module in place.
///
/// No flag turns a feature on: binaryen reads from the module itself which ones it may use, and with all of them it
/// writes modules that Chromium and Node refuse.
fn shrink(wasm: &Path) -> Result<()> {
    let mut command: Command = npm::node()?;
    shell::run(
        command
            .arg("crates/wasm/node_modules/binaryen/bin/wasm-opt")
            // The compiler has inlined what is worth it; more of it repeats code that compression no longer finds.
            .args(["-Os", "--skip-pass=inlining-optimizing", "-o"])
            .args([wasm, wasm]),
    )
}

/// Tells whether a module's files were made from the same compiled module by the same tools.
struct Stamp {
    /// Where the last one is kept.
    file: PathBuf,
    /// A hash of everything that the files are made from.
    now: String,
}

impl Stamp {
    /// The stamp of the files that would be made now.
    fn new(compiled: &Path, name: &str) -> Result<Self> {
        let mut hash = DefaultHasher::new();
        fs::read(compiled).with_context(|| compiled.display().to_string())?.hash(&mut hash);
        fs::read(repo::at("crates/wasm/package-lock.json"))?.hash(&mut hash);
        let xtask = fs::metadata(env::current_exe()?)?;
        (xtask.len(), xtask.modified()?).hash(&mut hash);
        let file = toolchain::target_dir().join(format!("{name}.stamp"));
        Ok(Self { file, now: format!("{:016x}", hash.finish()) })
    }

    /// Whether the last files were made from the same.
    fn is_current(&self) -> bool {
        fs::read_to_string(&self.file).is_ok_and(|last| last == self.now)
    }

    /// Says that the files are made.
    fn write(&self) -> Result<()> {
        Ok(fs::write(&self.file, &self.now)?)
    }
}
