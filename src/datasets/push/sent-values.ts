import { UUID } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { readVisibility } from '../administration/visibility.ts';
import { checkEntryPath } from '../entries/entry-path.ts';
import { checkKey } from '../metadata/key.ts';
import { readMeaning, readOpen, readValue } from '../metadata/value.ts';
import type { SentValue } from './push-store.ts';

/** Seconds since 1970 that the database and JSON dates can both hold: the years 0 to 9999. */
const [FIRST_SECOND, LAST_SECOND] = [-62_167_219_200, 253_402_300_799];

/**
 * A value of metadata as a client sends it, as it is kept. The same rules as for one that is set.
 *
 * @throws `invalid-input` that says what is wrong, and with which
 */
export function checkSentValue({ id, path, key, data, mtime }: SentValue): SentValue {
  if (!UUID.test(id)) throw fail('invalid-input', `The id ${JSON.stringify(id.slice(0, 100))} is no UUID.`);
  if (!(mtime >= FIRST_SECOND && mtime <= LAST_SECOND))
    throw fail('invalid-input', `mtime of ${id} must be seconds since 1970.`);
  const at = path === '' ? '' : checkEntryPath(path);
  const value = readValue(data);
  const kept = at === '' ? readOfDataset(checkKey(key), value) : value;
  return { id: id.toLowerCase(), path: at, key: checkKey(key), data: JSON.stringify(kept), mtime };
}

function readOfDataset(key: string, value: unknown): unknown {
  if (key === 'visibility') return readVisibility(value);
  if (key === 'public') readOpen(value);
  return readMeaning(key, value);
}
