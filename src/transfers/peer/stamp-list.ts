import type { OutboundAnswer } from '../outbound/index.ts';
import { jsonItems, unreadable, type JsonShape } from './json-items.ts';

/** An entry of a stamp, or an id of metadata, as another instance tells it: not yet checked. */
export type StampItem = { readonly path: string; readonly hash: string } | { readonly id: string };

/** Longest item: the longest path with all its characters escaped, and a hash, are a tenth of it. */
const MAX_ITEM_BYTES = 64 * 1024;
const STAMP: JsonShape = {
  opening: '{',
  paths: ['$.checksum', '$.entries.*', '$.meta.*'],
  maxItemBytes: MAX_ITEM_BYTES,
};

/** Items of a stamp as they arrive. @throws OutboundError `lasting` for what is no stamp */
export async function* stampItems(answer: OutboundAnswer, maxBytes: number): AsyncGenerator<StampItem> {
  const { host } = answer;
  let hasChecksum = false;
  for await (const { of, value } of jsonItems(answer.body(maxBytes), host, STAMP)) {
    if (of === 'checksum') hasChecksum = typeof value === 'string' && value !== '';
    else if (of === 'entries') yield* entriesOf(value, host);
    else if (typeof value === 'string') yield { id: value };
    else throw unreadable(host);
  }
  // An answer to another question may be an object, too.
  if (!hasChecksum) throw unreadable(host);
}

function entriesOf(value: unknown, host: string): StampItem[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable(host);
  return Object.entries(value).map(([path, hash]) => {
    if (typeof hash !== 'string') throw unreadable(host);
    return { path, hash };
  });
}
