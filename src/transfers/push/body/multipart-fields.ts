import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { readMultipart, textDecoder, type OpenField } from '../../../forms/index.ts';
import { checkName } from './fields.ts';

/** Parts of a form that are read; the fields that count are among the first few. */
const MAX_PARTS = 100;

/**
 * Reads the parts of a `multipart/form-data` body that lies in a file, files as fields like all others.
 *
 * @param between called between pieces; what it throws ends the reading. @throws FormError for a body that cannot be read
 */
export async function readMultipartFields(
  path: string,
  contentType: string,
  open: OpenField,
  { readBytes, between }: { readonly readBytes: number; readonly between: () => void },
): Promise<void> {
  const source = createReadStream(path, { highWaterMark: readBytes });
  const failed = new AbortController();
  const guarded = (read: () => void): void => {
    try {
      read();
    } catch (cause) {
      failed.abort(cause);
    }
  };
  const file = (name: string, part: Readable): void => {
    const decode = textDecoder();
    const field = open(checkName(name));
    part.on('data', (bytes: Buffer) =>
      guarded(() => {
        between();
        field.text(decode(bytes));
      }),
    );
    part.on('end', () =>
      guarded(() => {
        field.text(decode());
        field.end();
      }),
    );
  };
  const options = { maxParts: MAX_PARTS, fieldBytes: 0, fieldsAsFiles: true, signal: failed.signal };
  try {
    await readMultipart(source, contentType, { file }, options);
    // The last part ends with the body; what it throws is known only now.
    failed.signal.throwIfAborted();
  } finally {
    source.destroy();
  }
}
