import { LRUCache } from 'lru-cache';
import type { Changes, ChangeTopic } from './changes.ts';

/** Answers of the database that are remembered until a notice says they may have changed. */
export interface Lookup<T> {
  /**
   * The remembered answer, or the one `load` gives. What `load` does not find is not remembered, so that what comes into
   * being is seen at once.
   *
   * @param group what a notice of the topic names: the dataset for `files`, empty for `access`
   */
  get(group: string, key: string, load: () => Promise<T | undefined>): Promise<T | undefined>;
}

export interface LookupBounds {
  readonly groups: number;
  /** Answers per group. */
  readonly answers: number;
}

/** Longest time an answer is remembered, should a notice ever be missed. */
const MAX_AGE_MS = 30_000;

/** Creates a lookup over one topic of changes. */
export function createLookup<T extends object>(changes: Changes, topic: ChangeTopic, bounds: LookupBounds): Lookup<T> {
  const groups = new LRUCache<string, LRUCache<string, T>>({ max: bounds.groups });
  changes.subscribe((changed, group) => {
    if (changed === 'everything') groups.clear();
    else if (changed === topic) groups.delete(group);
  });

  return {
    async get(group, key, load) {
      let answers = groups.get(group);
      const known = answers?.get(key);
      if (known !== undefined) return known;
      if (answers === undefined) {
        // Counted as sizes: `max` would set aside room for all of them each time a notice drops the group.
        answers = new LRUCache({ maxSize: bounds.answers, sizeCalculation: () => 1, ttl: MAX_AGE_MS });
        groups.set(group, answers);
      }
      // What is loaded while no notice can come may change unseen before the first one that can.
      const wasArriving = changes.arriving;
      const loaded = await load();
      // A notice that came meanwhile has dropped this group: the answer may be of before.
      if (loaded !== undefined && wasArriving && groups.peek(group) === answers) answers.set(key, loaded);
      return loaded;
    },
  };
}
