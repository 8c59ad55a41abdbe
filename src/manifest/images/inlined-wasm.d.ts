declare module '*.wasm?url&inline' {
  /** A `data:` URL of the file. */
  const url: string;
  export default url;
}
