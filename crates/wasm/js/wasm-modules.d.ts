declare module "*.wasm" {
  const module: object;
  export default module;
}

declare module "*.wasm?module" {
  const module: object;
  export default module;
}
