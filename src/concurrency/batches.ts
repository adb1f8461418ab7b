import { setTimeout as sleep } from 'node:timers/promises';

/** Does something for several at once: all of them, or none when it throws. */
type DoTogether<Item, Result> = (group: string, items: readonly Item[]) => Promise<readonly Result[]>;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (cause: unknown) => void;
}

/** What the first of a batch waits at most for those behind it: less than a flush of a busy disk takes. */
const LONGEST_WAIT_MS = 20;
const LOOK_MS = 2;

/**
 * Does together what arrives while the last was done: one at a time within a group, so that nobody waits longer than for
 * those before him. When several fail together each is done alone, so that nobody fails for another's fault.
 *
 * @param most items done together
 * @param keyOf items with the same key are never done together, and in the order they came
 * @param othersCome whether more of a group are about to come: they are waited for, not for long
 */
export function createBatches<Item, Result>(
  doTogether: DoTogether<Item, Result>,
  most: number,
  keyOf: (item: Item) => string,
  othersCome: (group: string) => boolean = () => false,
): (group: string, item: Item) => Promise<Result> {
  const groups = new Map<string, Waiting<Item, Result>[]>();

  const settle = async (group: string, batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await doTogether(
        group,
        batch.map(({ item }) => item),
      );
      batch.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (cause) {
      if (batch.length === 1) return batch[0]!.reject(cause);
      for (const one of batch) await settle(group, [one]);
    }
  };

  const work = async (group: string, waiting: Waiting<Item, Result>[]): Promise<void> => {
    while (waiting.length > 0) {
      const end = Date.now() + LONGEST_WAIT_MS;
      while (waiting.length < most && othersCome(group) && Date.now() < end) await sleep(LOOK_MS);
      await settle(group, takeBatch(waiting, most, keyOf));
    }
    groups.delete(group);
  };

  return (group, item) =>
    new Promise((resolve, reject) => {
      const waiting = groups.get(group);
      if (waiting) return void waiting.push({ item, resolve, reject });
      const first = [{ item, resolve, reject }];
      groups.set(group, first);
      void work(group, first); // Never rejects: what fails is told to those who wait.
    });
}

/** Takes the first ones off the list, up to the first whose key is among them already. */
function takeBatch<Item, Result>(
  waiting: Waiting<Item, Result>[],
  most: number,
  keyOf: (item: Item) => string,
): readonly Waiting<Item, Result>[] {
  const keys = new Set<string>();
  const end = waiting.findIndex(({ item }, index) => {
    const key = keyOf(item);
    const taken = keys.has(key);
    keys.add(key);
    return taken || index === most;
  });
  return waiting.splice(0, end === -1 ? waiting.length : end);
}
