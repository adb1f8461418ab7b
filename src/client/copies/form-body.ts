import type { Stamp } from '../../sync/index.ts';
import type { AnyRequest } from '../http/request.ts';

type Field = string | (() => Iterable<string>);

/** Characters of one piece of a body: bodies of a hundred megabytes pass through memory in pieces of this size. */
const PIECE = 64 * 1024;

/** A form whose fields may be longer than memory is wide: they are made while they are sent, anew for each attempt. */
export function formBody(fields: Readonly<Record<string, Field>>): Pick<AnyRequest, 'headers' | 'body'> {
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: () => pieces(fields),
  };
}

async function* pieces(fields: Readonly<Record<string, Field>>): AsyncGenerator<Uint8Array> {
  let text = '';
  for (const [index, [name, field]] of Object.entries(fields).entries()) {
    text += `${index > 0 ? '&' : ''}${encodeURIComponent(name)}=`;
    for (const part of typeof field === 'string' ? [field] : field()) {
      text += encodeURIComponent(part);
      if (text.length < PIECE) continue;
      yield Buffer.from(text);
      text = '';
    }
  }
  if (text !== '') yield Buffer.from(text);
}

/** A stamp as JSON, entry by entry. */
export function* stampText({ checksum, entries, meta }: Stamp): Generator<string> {
  yield `{"checksum":${JSON.stringify(checksum)},"entries":`;
  yield* jsonArray(entries);
  yield ',"meta":';
  yield* jsonArray(meta);
  yield '}';
}

/** An array as JSON, item by item. */
export function* jsonArray(items: Iterable<unknown>): Generator<string> {
  let separator = '[';
  for (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
