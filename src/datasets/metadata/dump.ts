import { UUID, type Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { findValuesById, listValues, type DumpedValue } from './metadata-store.ts';

/** Values read by one statement: some hundred kilobytes. */
const BATCH = 2000;

/**
 * Values of a dataset and of its entries by id, as JSON text piece by piece: millions go through no memory.
 *
 * @param ids only these; absent: all. @param limit how many of them
 */
export async function* dumpText(
  db: Database,
  datasetId: string,
  { ids, after, limit }: { ids: readonly string[] | undefined; after: string | undefined; limit: number },
): AsyncGenerator<string> {
  let [sent, separator] = [0, '['];
  const batches = ids ? chosen(db, datasetId, ids, after) : all(db, datasetId, after, limit);
  for await (const values of batches) {
    const page = values.slice(0, limit - sent);
    if (page.length === 0) continue;
    yield separator + page.map((value) => JSON.stringify(value)).join(',');
    sent += page.length;
    separator = ',';
    if (sent >= limit) break;
  }
  yield separator === '[' ? '[]' : ']';
}

async function* all(
  db: Database,
  datasetId: string,
  after: string | undefined,
  limit: number,
): AsyncGenerator<DumpedValue[]> {
  for (let last = after; ;) {
    const values = await listValues(db, datasetId, last, Math.min(BATCH, limit));
    yield values;
    last = values.at(-1)?.id;
    if (values.length < BATCH) return;
  }
}

async function* chosen(
  db: Database,
  datasetId: string,
  ids: readonly string[],
  after: string | undefined,
): AsyncGenerator<DumpedValue[]> {
  const sorted = [...new Set(ids.map((id) => id.toLowerCase()))].filter((id) => after === undefined || id > after);
  sorted.sort();
  for (let from = 0; from < sorted.length; from += BATCH)
    yield await findValuesById(db, datasetId, sorted.slice(from, from + BATCH));
}

/**
 * Ids a client asks for: a list, a list as JSON text, or one id. What is no id names no value.
 *
 * @throws `invalid-input`
 */
export function readIds(given: unknown): string[] | undefined {
  if (given === undefined || given === null || given === '') return undefined;
  const list = typeof given === 'string' && given.trimStart().startsWith('[') ? parse(given) : given;
  const ids = Array.isArray(list) ? (list as unknown[]) : [list];
  if (!ids.every((id) => typeof id === 'string')) throw fail('invalid-input', 'ids must be a list of texts.');
  return ids.filter((id) => UUID.test(id));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw fail('invalid-input', 'ids must be a list of ids as JSON.', cause);
  }
}
