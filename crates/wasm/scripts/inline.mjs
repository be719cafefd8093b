// Writes a wasm module as text, which js/loader.ts reads back.

/**
 * One character a byte, which is 35 above it: that is printable for the bytes that a module has most of. The others are
 * counted from 91 after an exclamation mark and from 182 after a space.
 *
 * Compression on the way finds as much in this text as in the module itself. Base64 would shift what repeats, and
 * hexadecimal digits hide how often each byte comes.
 */
export function toText(bytes) {
  let text = "";
  for (const byte of bytes) {
    text += byte < 91 ? "" : byte < 182 ? "!" : " ";
    text += String.fromCharCode(35 + (byte % 91));
  }
  return text;
}
