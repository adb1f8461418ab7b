import { JSONParser } from '@streamparser/json';
import Type from 'typebox';
import Value from 'typebox/value';
import { OutboundError } from '../outbound/index.ts';

/** An entry as another instance tells it: nothing of it is believed before it is checked. */
export interface RemoteEntry {
  readonly path: string;
  readonly isFolder: boolean;
  readonly size: number;
  /** SHA-256 in lower-case digits; `undefined` when the other service has no such hash of its files. */
  readonly hash: string | undefined;
}

const RemoteEntryBody = Type.Object({
  path: Type.String(),
  type: Type.Integer(),
  size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  hash: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

/** Type of folders, in every implementation of the interface. */
const FOLDER = 1;
/**
 * Longest item of a list: our own never reach a tenth of it, and brackets nested as deep as it allows take the parser some
 * 140 MB.
 */
const MAX_ITEM_BYTES = 512 * 1024;
const OPENING_BRACKET = 0x5b;

/**
 * The items of a JSON array as they arrive; never more of it is in memory than one item and what came with it.
 *
 * @param host who sends it, for messages
 * @throws OutboundError `lasting` for what is no array
 */
export async function* arrayItems(body: AsyncIterable<Uint8Array>, host: string): AsyncGenerator<unknown> {
  const parser = new JSONParser({ paths: ['$.*'], keepStack: false });
  let found: unknown[] = [];
  let sinceLast = 0;
  let begun = false;
  parser.onValue = ({ value }) => void found.push(value);
  const parse = (chunk: Uint8Array): void => {
    begun ||= chunk.length > 0;
    try {
      parser.write(chunk);
    } catch (cause) {
      throw unreadable(host, cause);
    }
    sinceLast = found.length > 0 ? 0 : sinceLast + chunk.byteLength;
    if (sinceLast > MAX_ITEM_BYTES) throw unreadable(host);
  };
  for await (const chunk of body) {
    if (!begun && chunk[0] !== OPENING_BRACKET) throw unreadable(host);
    parse(chunk);
    const items = found;
    found = [];
    yield* items;
  }
  if (!parser.isEnded) throw unreadable(host);
}

const unreadable = (host: string, cause?: unknown): OutboundError =>
  new OutboundError('lasting', `${host} sent a list that cannot be read.`, { cause });

/** An item of a listing. @returns `undefined` for what is no entry */
export function readEntry(item: unknown): RemoteEntry | undefined {
  if (!Value.Check(RemoteEntryBody, item)) return undefined;
  const hash = item.hash?.toLowerCase();
  return {
    path: item.path,
    isFolder: item.type === FOLDER,
    size: item.size,
    hash: hash !== undefined && /^[0-9a-f]{64}$/.test(hash) ? hash : undefined,
  };
}
