import mime from 'mime';

const LOOKS_ONLY =
  "default-src 'none'; frame-ancestors 'self'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'";

/** Types in which no script can be: films, sounds, and pictures of pixels. Of others, SVG for one, nothing is assumed. */
const WITHOUT_SCRIPT = /^(?:video\/|audio\/|image\/(?:avif|bmp|gif|hei[cf]|jpeg|png|tiff|webp)$)/;

/**
 * What an uploaded file may do when a browser shows it: look as it does. It loads nothing from elsewhere, and with `nosniff`,
 * which every answer has, is never taken for something else. What could hold a script is no page of this site either
 * (`sandbox`: another origin, no script, no form, no window). A film must be one: its player asks for the bytes by itself,
 * and from another origin that comes without the cookie of anyone who is signed in.
 *
 * @param type media type that the file is sent with
 */
export const uploadedContentPolicy = (type: string): string =>
  WITHOUT_SCRIPT.test(type) ? LOOKS_ONLY : `sandbox; ${LOOKS_ONLY}`;

/**
 * Media type an uploaded file is sent with, by its name. Scripts go as plain text: this site's pages may run scripts of this
 * site, and an uploaded one must not count as such.
 */
export function servedType(name: string): string {
  const type = mime.getType(name) ?? 'application/octet-stream';
  if (/javascript|ecmascript|wasm/.test(type)) return 'text/plain; charset=utf-8';
  // HTML and XML say themselves how they are written. Of others browsers would think what was usual in 1995.
  return /^text\/(?!html|xml)/.test(type) ? `${type}; charset=utf-8` : type;
}
