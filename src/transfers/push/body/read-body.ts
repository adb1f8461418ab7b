import { closeSync, openSync, readSync } from 'node:fs';
import { FormError, readUrlencoded, type BodyReader, type OpenField } from '../../../forms/index.ts';
import { refusal } from './fields.ts';
import { jsonFields } from './json-fields.ts';
import { readMultipartFields } from './multipart-fields.ts';

const READ_BYTES = 256 * 1024;

/**
 * Reads the fields of a body that lies in a file, in a thread: it waits for the disk. Without a type it is a form, as of
 * programs that send none.
 *
 * @param between called between pieces; throws to end the reading. @throws ThreadRefusal for what cannot be read
 */
export async function readBody(path: string, type: string, open: OpenField, between: () => void): Promise<void> {
  const essence = type.split(';')[0]!.trim().toLowerCase();
  try {
    if (essence === 'multipart/form-data')
      await readMultipartFields(path, type, open, { readBytes: READ_BYTES, between });
    else feed(path, readerOf(essence, open), between);
  } catch (cause) {
    throw cause instanceof FormError ? refusal(cause.message) : cause;
  }
}

function readerOf(essence: string, open: OpenField): BodyReader {
  if (essence === 'application/json') return jsonFields(open);
  if (essence === 'application/x-www-form-urlencoded' || essence === '') return readUrlencoded(open);
  throw refusal('Send the body as a form, as JSON or as multipart/form-data.');
}

function feed(path: string, reader: BodyReader, between: () => void): void {
  const file = openSync(path, 'r');
  try {
    for (const bytes of piecesOf(file)) {
      between();
      reader.bytes(bytes);
    }
  } finally {
    closeSync(file);
  }
  reader.end();
}

/** The bytes of an open file from its beginning in pieces, each good until the next. */
export function* piecesOf(file: number): Generator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  for (let at = 0; ;) {
    const read = readSync(file, buffer, 0, READ_BYTES, at);
    if (read === 0) return;
    yield buffer.subarray(0, read);
    at += read;
  }
}
