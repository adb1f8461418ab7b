import { JSONParser } from '@streamparser/json';
import { ThreadRefusal } from '../../../concurrency/index.ts';
import type { FieldReader } from '../../../forms/index.ts';
import { refusal } from '../body/fields.ts';

/** A value as a dump has it; what it holds is checked when it is stored. */
export interface DumpedItem {
  readonly id: string;
  readonly path: string;
  readonly key: string;
  /** JSON text. */
  readonly data: string;
  /** Seconds since 1970. */
  readonly mtime: number;
}

/** Longest value of a dump: the longest data, each of whose characters may be an escape, with a path. */
const MAX_ITEM = 2 * 1024 * 1024;

/** Reads a dump of metadata as it comes, a value at a time. */
export function readDumped(take: (value: DumpedItem) => void): FieldReader {
  const parser = new JSONParser({ paths: ['$.*'], keepStack: false });
  let sinceLast = 0;
  let isList: boolean | undefined;
  parser.onValue = ({ value }) => {
    sinceLast = 0;
    take(itemOf(value));
  };
  const write = (piece: string): void => {
    try {
      parser.write(piece);
    } catch (cause) {
      throw cause instanceof ThreadRefusal ? cause : unreadable();
    }
  };
  return {
    text(piece) {
      isList ??= /\S/.exec(piece)?.[0].startsWith('[');
      if (isList === false) throw unreadable();
      if (piece !== '') write(piece);
      sinceLast += piece.length;
      if (sinceLast > MAX_ITEM + piece.length) throw refusal('meta has a value that is far too long.');
    },
    end() {
      if (!parser.isEnded) throw unreadable();
    },
  };
}

function itemOf(value: unknown): DumpedItem {
  const given = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const { id, path, key, data, mtime } = given;
  const isWhole =
    typeof id === 'string' &&
    (typeof path === 'string' || path === undefined || path === null) &&
    typeof key === 'string' &&
    typeof data === 'string' &&
    typeof mtime === 'number';
  if (!isWhole)
    throw refusal('Each value of meta needs `id`, `path`, `key` and `data` (JSON as a text), and `mtime` in seconds.');
  return { id, path: path ?? '', key, data, mtime };
}

const unreadable = (): Error => refusal('meta is not a list of values as JSON.');
