import { parentOf, pathProblem } from '../../sync/index.ts';
import { OutboundError, type RetryLimits } from '../outbound/index.ts';
import type { DatasetAddress, Peer } from '../peer/index.ts';
import { plainText } from '../plain-text.ts';
import { MAX_FILE_ERRORS } from './report.ts';

/** What a dataset of another instance holds. Its paths are those of entries that there may be here, whatever it said. */
export interface RemoteState {
  /** Hash by path: empty for folders, `NO_HASH` for files of which no SHA-256 is told. Every folder of a file is there. */
  readonly entries: ReadonlyMap<string, string>;
  /** Sizes of files by path, where they are told. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Ids of metadata; `undefined` when none can be had. */
  readonly meta: ReadonlySet<string> | undefined;
}

/** Stands for the hash of a file whose source tells none: no file here has it. */
export const NO_HASH = 'unknown';

/** Entries of one dataset that are imported, and values of its metadata: their number costs some 150 MB. */
export const MAX_ENTRIES = 500_000;
/** Characters of all their paths together, 128 for each. They take one or two bytes each: 128 MB at most. */
export const MAX_PATH_CHARACTERS = 64_000_000;

/** More than is imported: asking in another way does not help. */
export class TooMuch extends OutboundError {
  constructor(what: string) {
    super('lasting', `The source has more than the ${what} that can be imported at once.`);
  }
}

/** Told of an item that cannot be imported. */
export type Refuse = (path: string, message: string) => void;

export interface RemoteReading {
  readonly peer: Pick<Peer, 'stamp' | 'folder'>;
  readonly dataset: DatasetAddress;
  readonly retryLimits: RetryLimits;
  readonly refuse: Refuse;
  readonly signal: AbortSignal;
}

/** Longest time a list, or a stamp, may take: the longest there may be, at 0.3 MB/s. */
export const LIST_TIMEOUT_MS = 3_600_000;
/** Gathers a state from what a source tells, item by item. */
export interface StateWriter {
  /** @returns whether that is a new entry. @throws TooMuch */
  add(path: string, hash: string, size?: number): boolean;
  addId(id: string): void;
  /** Notes an item that cannot be imported. */
  readonly refuse: Refuse;
  /** @returns undoes all that comes from now on */
  mark(): () => void;
  /** Looks at what only shows when all is there, and passes on what was refused. */
  finish(refuse: Refuse): Pick<RemoteState, 'entries' | 'sizes'> & { readonly meta: ReadonlySet<string> };
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function createStateWriter(): StateWriter {
  const [entries, sizes, meta] = [new Map<string, string>(), new Map<string, number>(), new Set<string>()];
  const refused: (readonly [path: string, message: string])[] = [];
  let characters = 0;
  const requireFew = (): void => {
    if (entries.size + refused.length > MAX_ENTRIES) throw new TooMuch(`${MAX_ENTRIES} entries`);
    if (characters > MAX_PATH_CHARACTERS) throw new TooMuch(`${MAX_PATH_CHARACTERS} characters of paths`);
  };
  const put = (path: string, hash: string): void => {
    entries.set(path, hash);
    characters += path.length;
    requireFew();
  };
  const refuse: Refuse = (path, message) => {
    refused.push(refused.length < MAX_FILE_ERRORS ? [plainText(path), plainText(message)] : NOT_NAMED);
    requireFew();
  };

  return {
    refuse,

    add(path, hash, size) {
      const problem = pathProblem(path);
      const known = entries.get(path);
      if (problem !== undefined) refuse(path, `Its path ${problem}.`);
      else if (known === undefined) {
        put(path, hash);
        if (size !== undefined && hash !== '') sizes.set(path, size);
        return true;
      } else if (known !== hash) refuse(path, 'The source has it twice, with different hashes.');
      return false;
    },

    addId(id) {
      if (!ID.test(id)) return refuse('', `The source has metadata whose id is no UUID: ${id}`);
      meta.add(id);
      if (meta.size > MAX_ENTRIES) throw new TooMuch(`${MAX_ENTRIES} values of metadata`);
    },

    mark() {
      const before = { entries: entries.size, refused: refused.length, characters };
      return () => {
        for (const path of [...entries.keys()].slice(before.entries)) {
          entries.delete(path);
          sizes.delete(path);
        }
        refused.length = before.refused;
        characters = before.characters;
      };
    },

    finish(tell) {
      // Folders that come in here have their turn, too.
      for (const path of entries.keys()) {
        const parent = parentOf(path);
        if (parent !== '' && !entries.has(parent)) put(parent, '');
      }
      for (const path of belowFiles(entries)) {
        entries.delete(path);
        refuse(path, 'It lies below something that is a file.');
      }
      for (const [path, message] of refused) tell(path, message);
      return { entries, sizes, meta };
    },
  };
}

/** Stands for items that only count: a report names no more, and their paths may be as long as the source likes. */
const NOT_NAMED = ['', ''] as const;

function belowFiles(entries: ReadonlyMap<string, string>): string[] {
  const folders = new Map<string, boolean>([['', false]]);
  const isBelow = (path: string): boolean => {
    const parent = parentOf(path);
    let known = folders.get(parent);
    if (known === undefined) folders.set(parent, (known = entries.get(parent) !== '' || isBelow(parent)));
    return known;
  };
  return [...entries.keys()].filter(isBelow);
}
