import { randomBytes } from 'node:crypto';
import type { AnyRequest } from './request.ts';

/**
 * A form with one small file (RFC 7578), its other fields first: in one piece of memory, which a request takes as it is.
 *
 * @param fields names that need no quoting, and values
 */
export function multipartBody(
  fields: Readonly<Record<string, string>>,
  fileField: string,
  fileName: string,
  file: Uint8Array,
): { readonly headers: NonNullable<AnyRequest['headers']>; readonly body: Uint8Array } {
  const boundary = `----alidade${randomBytes(18).toString('hex')}`;
  const part = (disposition: string, rest: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n${rest}`;
  const before = Object.entries(fields).map(([name, value]) => part(`name="${name}"`, `\r\n${value}\r\n`));
  const ofFile = part(
    `name="${fileField}"; filename="${quoted(fileName)}"`,
    'content-type: application/octet-stream\r\n\r\n',
  );
  const body = Buffer.concat([Buffer.from(before.join('') + ofFile), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body };
}

/** As browsers write names (WHATWG, multipart/form-data encoding). */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
