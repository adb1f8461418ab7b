import { plainText } from '../../../geodata/plain-text.ts';
import { besides, uriReference } from '../../../geodata/reference.ts';

/** Where an address of a tileset leads. */
export type Target =
  /** Bytes in the address itself. */
  | { readonly kind: 'inline' }
  /** A file, by its path relative to the folder of the whole tileset. */
  | { readonly kind: 'file'; readonly path: string }
  /** Another host, the machine, or what lies above that folder; with the address for people. */
  | { readonly kind: 'refused'; readonly address: string };

/** Characters of an address in a message. */
const SHOWN = 200;

/** @param from path of the file that names it, relative to the folder of the whole tileset */
export function targetOf(uri: string, from: string): Target {
  if (/^data:/i.test(uri)) return { kind: 'inline' };
  const path = uriReference(uri);
  const whole = path === null ? null : besides(from, path);
  if (whole === null || whole.startsWith('../')) return { kind: 'refused', address: plainText(uri, SHOWN) };
  return { kind: 'file', path: whole };
}

/** Addresses as they are found, within bounds. */
export interface UriList {
  /** False when no more are taken. */
  add(uri: unknown, from: string): boolean;
  readonly paths: ReadonlySet<string>;
  /** The first of those that are refused. */
  readonly refused: readonly string[];
  readonly refusedCount: number;
}

/** As many are named in a message. */
const NAMED = 3;

/** @param most files that are listed */
export function uriList(most: number): UriList {
  const paths = new Set<string>();
  const refused: string[] = [];
  let refusedCount = 0;
  return {
    paths,
    refused,
    get refusedCount() {
      return refusedCount;
    },
    add(uri, from) {
      if (typeof uri !== 'string') return true;
      const target = targetOf(uri, from);
      if (target.kind === 'refused') {
        refusedCount += 1;
        if (refused.length < NAMED && !refused.includes(target.address)) refused.push(target.address);
      }
      if (target.kind !== 'file') return true;
      if (paths.size >= most && !paths.has(target.path)) return false;
      paths.add(target.path);
      return true;
    },
  };
}
