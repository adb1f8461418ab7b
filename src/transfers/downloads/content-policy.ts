import mime from 'mime';

/**
 * What a page, drawing or document that somebody uploaded may do when a browser shows it: look as it does. It is no page
 * of this site (`sandbox`: another origin, no script, no form, no window), loads nothing from elsewhere, and with
 * `nosniff`, which every answer has, is never taken for something else.
 */
export const UPLOADED_CONTENT_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'";

/**
 * Media type an uploaded file is sent with, by its name. Scripts go as plain text: this site's pages may run scripts of this
 * site, and an uploaded one must not count as such.
 */
export function servedType(name: string): string {
  const type = mime.getType(name) ?? 'application/octet-stream';
  return /javascript|ecmascript|wasm/.test(type) ? 'text/plain' : type;
}
