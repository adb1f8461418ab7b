import { closeSync, openSync, writeSync } from 'node:fs';
import { inThread, type ThreadContext } from '../../concurrency/index.ts';
import { refusal } from './body/fields.ts';
import { pushFields } from './body/fields-of-push.ts';
import { piecesOf, readBody } from './body/read-body.ts';
import { checkItem, inFolders } from './stamp/checked-items.ts';
import { compare } from './stamp/compare.ts';
import { lineOf, type Item } from './stamp/item.ts';
import { sortedItems, unique } from './stamp/sorted-items.ts';
import { stampItems } from './stamp/stamp-items.ts';
import { readDumped, type DumpedItem } from './metadata/dumped-values.ts';

/** A body that was spooled. */
interface SpooledBody {
  readonly path: string;
  /** Its `Content-Type`; empty for none. */
  readonly type: string;
}

interface CompareInput extends SpooledBody {
  /** For files of the work; the caller removes it. */
  readonly folder: string;
  /** The stamp of the dataset: an open file of this process, and its checksum; absent for a dataset that is to be made. */
  readonly present: { readonly file: number; readonly checksum: string } | undefined;
  /** The client has never seen the dataset, so that it needs no checksum of what it has seen. */
  readonly isNew: boolean;
  /** Where the difference goes, a line for each step: `+` or `-` in front of an item's. */
  readonly output: string;
}

/** Characters written by one call. */
const WRITE = 1024 * 1024;

/**
 * Reads the stamp of a client from the body of a request and tells what makes the dataset the same.
 *
 * @returns true when the client has to pull first: the dataset is no longer what it was when it looked
 */
export const compareStamps = inThread(async (input: CompareInput, context: ThreadContext): Promise<boolean> => {
  const wanted = sortedItems(input.folder);
  let hasStamp = false;
  const fields = pushFields(['checksum'], 'stamp', () => {
    hasStamp = true;
    return stampItems((item) => {
      checkItem(item);
      wanted.add(item);
    });
  });
  await readBody(input.path, input.type, fields.open, () => context.throwIfCancelled());
  if (!hasStamp) throw refusal('The stamp field is required.');
  const checksum = fields.short.get('checksum');
  if (!input.isNew && checksum === undefined)
    throw refusal('The checksum field is required: that of the stamp the dataset had when you last looked.');
  const isOutdated = !input.isNew && checksum?.toLowerCase() !== input.present?.checksum;
  const present = input.present && !isOutdated ? itemsOfStamp(input.present.file) : [];
  writeSteps(compare(inFolders(unique(wanted.read())), present), input.output, context);
  return isOutdated;
});

interface MetadataInput extends SpooledBody {
  /** Where the values go, a line of JSON for each. */
  readonly output: string;
}

/** Reads a dump of metadata from the body of a request. @returns the token that came with it */
export const readMetadata = inThread(async (input: MetadataInput, context: ThreadContext) => {
  const file = openSync(input.output, 'w', 0o600);
  try {
    const lines = gatheredLines(file);
    let hasMeta = false;
    const fields = pushFields(['token'], 'meta', () => {
      hasMeta = true;
      return readDumped((value: DumpedItem) => lines.add(`${JSON.stringify(value)}\n`));
    });
    await readBody(input.path, input.type, fields.open, () => context.throwIfCancelled());
    if (!hasMeta) throw refusal('The meta field is required: a dump of metadata as JSON.');
    lines.end();
    return fields.short.get('token');
  } finally {
    closeSync(file);
  }
});

/** Items of a stamp the service has written. */
function* itemsOfStamp(file: number): Generator<Item> {
  let found: Item[] = [];
  const reader = stampItems((item) => void found.push(item));
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for (const bytes of piecesOf(file)) {
    reader.text(decoder.decode(bytes, { stream: true }));
    const items = found;
    found = [];
    yield* items;
  }
}

function writeSteps(steps: ReturnType<typeof compare>, path: string, context: ThreadContext): void {
  const file = openSync(path, 'w', 0o600);
  try {
    const lines = gatheredLines(file);
    for (const step of steps)
      if (lines.add(`${step.change === 'add' ? '+' : '-'}${lineOf(step)}`)) context.throwIfCancelled();
    lines.end();
  } finally {
    closeSync(file);
  }
}

function gatheredLines(file: number) {
  let text = '';
  return {
    /** @returns whether it was time to write */
    add(line: string): boolean {
      text += line;
      if (text.length < WRITE) return false;
      writeSync(file, text);
      text = '';
      return true;
    },
    end: () => void writeSync(file, text),
  };
}
