import type { DatasetGrant } from '../../access/index.ts';
import type { Actor } from '../../audit/index.ts';
import { UUID, type Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { changeDataset } from '../administration/change.ts';
import {
  applyPublic,
  applyVisibility,
  forgetVisibility,
  readVisibility,
  type HeldDataset,
  type Value,
} from '../administration/visibility.ts';
import { checkEntryPath } from '../entries/entry-path.ts';
import { findEntry } from '../entries/entry-store.ts';
import { checkKey, checkList, checkSingular, isList } from './key.ts';
import { findValues, listKeys, removeValue, removeValues, type KeyCount } from './metadata-store.ts';
import { insertWithinLimits, setMetadataValue, type Where } from './set-value.ts';
import { readMeaning, readOpen, readValue } from './value.ts';

/** What a value belongs to: no path, or an empty one, is the dataset itself. */
export interface Place {
  readonly key: string;
  readonly path: string | undefined;
}

export interface Metadata {
  /** The value of a key; a list of them for a key that ends in `s`. @throws `not-found` when there is none */
  get(dataset: DatasetGrant, place: Place): Promise<Value | Value[]>;
  /** Keys that have values, by path and key; without a path those of the dataset and of all entries. */
  list(
    dataset: DatasetGrant,
    page: { path: string | undefined; after: Omit<KeyCount, 'count'> | undefined; limit: number },
  ): Promise<KeyCount[]>;
  /** Sets the one value of a key, which gets a new id. @param given a text is read as JSON if it is such */
  set(dataset: DatasetGrant, place: Place, given: unknown, actor: Actor): Promise<Value>;
  /** Adds a value to the list of a key. */
  add(dataset: DatasetGrant, place: Place, given: unknown, actor: Actor): Promise<Value>;
  /** Removes all values of a key. @returns how many there were */
  unset(dataset: DatasetGrant, place: Place, actor: Actor): Promise<number>;
  /** Removes a value. @returns how many: 0 or 1 */
  remove(dataset: DatasetGrant, id: string, actor: Actor): Promise<number>;
}

export function createMetadata(db: Database): Metadata {
  return {
    async get(dataset, place) {
      const { path, key } = checkPlace(place);
      const found = await findValues(db, dataset.id, path, key);
      if (found.length === 0) {
        const advice = key === 'dump' ? ' All values at once are the answer to POST.' : '';
        throw fail('not-found', `There is no metadata ${key}${path && ` of ${path}`}.${advice}`);
      }
      const values = found.map(({ id, data, mtime }) => ({ id, data, mtime }));
      return isList(key) ? values : values.at(-1)!;
    },

    list: (dataset, page) => listKeys(db, dataset.id, page),

    async set(dataset, place, given, actor) {
      const at = checkPlace(place);
      checkSingular(at.key);
      const value = readValue(given);
      const data = at.path === '' ? readMeaning(at.key, value) : value;
      return changeDataset(db, dataset, async (transaction, present) => {
        const held = { dataset, present, actor };
        if (at.path !== '') await requireIndexed(transaction, dataset, at.path);
        else if (at.key === 'visibility') return applyVisibility(transaction, held, readVisibility(data));
        else if (at.key === 'public') await applyPublic(transaction, held, readOpen(data));
        return setMetadataValue(transaction, dataset.id, at, data);
      });
    },

    async add(dataset, place, given) {
      const at = checkPlace(place);
      checkList(at.key);
      const data = readValue(given);
      return changeDataset(db, dataset, async (transaction) => {
        if (at.path !== '') await requireIndexed(transaction, dataset, at.path);
        return insertWithinLimits(transaction, dataset.id, at, data);
      });
    },

    async unset(dataset, place, actor) {
      const { path, key } = checkPlace(place);
      return changeDataset(db, dataset, async (transaction, present) => {
        const removed = await removeValues(transaction, dataset.id, path, key);
        await afterRemoval(transaction, { dataset, present, actor }, { path, key });
        return removed;
      });
    },

    async remove(dataset, id, actor) {
      if (!UUID.test(id)) throw fail('invalid-input', 'id must be the id of a value, a UUID.');
      return changeDataset(db, dataset, async (transaction, present) => {
        const removed = await removeValue(transaction, dataset.id, id);
        if (removed !== undefined) await afterRemoval(transaction, { dataset, present, actor }, removed);
        return removed === undefined ? 0 : 1;
      });
    },
  };
}

function checkPlace({ key, path }: Place): Where {
  return { key: checkKey(key), path: path === undefined || path === '' ? '' : checkEntryPath(path) };
}

/** Nobody told who may read it: then nobody may but those who belong to it. */
async function afterRemoval(transaction: Database, held: HeldDataset, { path, key }: Where): Promise<void> {
  if (path === '' && key === 'visibility') await forgetVisibility(transaction, held);
}

/** @throws `invalid-input` for a path that has no entry: existing clients take 404 for a missing dataset */
async function requireIndexed(transaction: Database, dataset: DatasetGrant, path: string): Promise<void> {
  if ((await findEntry(transaction, dataset.id, path)) === undefined)
    throw fail(
      'invalid-input',
      `There is no entry ${path} in the dataset; metadata belongs to the dataset or an entry.`,
    );
}
