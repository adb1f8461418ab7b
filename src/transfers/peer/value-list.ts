import Type from 'typebox';
import Value from 'typebox/value';
import type { MetaValue } from '../../sync/index.ts';
import type { JsonShape } from './json-items.ts';

const ValueBody = Type.Object({
  id: Type.String({ maxLength: 36 }),
  path: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  key: Type.String(),
  data: Type.String(),
  mtime: Type.Number(),
});

/** Longest value of a dump: the longest there may be, each of whose characters may be an escape, with a path. */
const MAX_ITEM_BYTES = 2 * 1024 * 1024;

export const DUMP: JsonShape = { opening: '[', paths: ['$.*'], maxItemBytes: MAX_ITEM_BYTES };

/** An item of a dump; what it says is not checked. @returns `undefined` for what is no value */
export function readValue(item: unknown): MetaValue | undefined {
  if (!Value.Check(ValueBody, item)) return undefined;
  return { id: item.id.toLowerCase(), path: item.path ?? '', key: item.key, data: item.data, mtime: item.mtime };
}
