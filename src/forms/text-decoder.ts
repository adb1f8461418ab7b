import { FormError } from './form-error.ts';

/** Decodes UTF-8 that comes in pieces; without a piece it ends. Throws `malformed` for bytes that are not UTF-8. */
export function textDecoder(): (piece?: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return (piece) => {
    try {
      return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
    } catch {
      throw new FormError('malformed', 'The body is not valid UTF-8.');
    }
  };
}
