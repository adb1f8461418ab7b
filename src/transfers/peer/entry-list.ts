import Type from 'typebox';
import Value from 'typebox/value';
import type { JsonShape } from './json-items.ts';

/** An entry as another instance tells it: nothing of it is believed before it is checked. */
interface RemoteEntry {
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
/** Longest item of a list: our own never reach a tenth of it. */
const MAX_ITEM_BYTES = 512 * 1024;

export const LIST: JsonShape = { opening: '[', paths: ['$.*'], maxItemBytes: MAX_ITEM_BYTES };

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
