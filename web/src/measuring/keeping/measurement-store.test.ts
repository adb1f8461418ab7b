import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import type { Feature } from '../model/measurement.ts';
import { browserDrafts } from './browser-drafts.ts';
import { MeasurementStore } from './measurement-store.ts';
import type { DraftPort, SidecarPort } from './ports.ts';
import { EMPTY, formatSidecar, parseSidecar, type Sidecar } from './sidecar.ts';

/** A file on a service, which several write to. */
class FalseService implements SidecarPort {
  text: string | null = null;
  version = 0;
  /** Thrown by the next calls, in this order. */
  readonly faults: Error[] = [];

  get etag(): string | null {
    return this.text === null ? null : `"${this.version}"`;
  }
  get features(): readonly Feature[] {
    return this.text === null ? [] : parseSidecar(this.text).features;
  }
  read = async () => {
    this.#fail();
    return { sidecar: this.text === null ? EMPTY : parseSidecar(this.text), etag: this.etag };
  };
  write = async (sidecar: Sidecar, etag: string | null) => {
    this.#fail();
    if (etag !== this.etag) throw new ApiError(412, 'Changed');
    this.text = formatSidecar(sidecar);
    this.version += 1;
    return this.etag ?? '';
  };
  #fail(): void {
    const fault = this.faults.shift();
    if (fault !== undefined) throw fault;
  }
}

/** The part of a browser's storage that drafts use. */
function falseStorage(limit = Infinity): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem(name: string, value: string) {
      if (value.length > limit) throw new DOMException('full', 'QuotaExceededError');
      kept.set(name, value);
    },
    removeItem: (name: string) => void kept.delete(name),
    clear: () => kept.clear(),
  };
}

const NOWHERE: DraftPort = { take: () => [], keep: () => true, forget: () => undefined };

const named = (id: string, name: string): Feature => ({ type: 'Feature', id, geometry: null, properties: { name } });
const namesOf = (features: readonly Feature[]): unknown[] => features.map(({ properties }) => properties['name']);

async function opened(sidecar: SidecarPort, drafts = NOWHERE, mayWrite = true): Promise<MeasurementStore> {
  const store = new MeasurementStore({ sidecar, drafts, mayWrite, pauseMs: 1e6 });
  await store.open();
  return store;
}
const put = (store: MeasurementStore, id: string, name: string): void => store.edit([{ id, after: named(id, name) }]);

describe('measurements', () => {
  test('are saved, by a new file at first, and read again', async () => {
    const service = new FalseService();
    const store = await opened(service);
    put(store, 'a', 'one');
    expect(store.state().saving).toBe('unsaved');
    await store.save();
    expect([store.state().saving, namesOf(service.features)]).toEqual(['saved', ['one']]);
    put(store, 'a', 'two');
    store.undo();
    store.redo();
    await store.save();
    expect(namesOf((await opened(service)).state().features)).toEqual(['two']);
    store.close();
  });

  test('that could not be saved say why, and are saved by another try', async () => {
    const service = new FalseService();
    const store = await opened(service);
    put(store, 'a', 'one');
    service.faults.push(new ApiError(507, 'There is no space left.'));
    await store.save();
    expect(store.state()).toMatchObject({ saving: 'failed', error: { status: 507 } });
    await store.save();
    expect([store.state().saving, namesOf(service.features)]).toEqual(['saved', ['one']]);
  });

  test('of somebody who only reads stay on the page', async () => {
    const service = new FalseService();
    const store = await opened(service, NOWHERE, false);
    put(store, 'a', 'one');
    await store.save();
    expect([store.state().saving, service.text, namesOf(store.state().features)]).toEqual(['saved', null, ['one']]);
  });

  test('of a file that cannot be read are not written over', async () => {
    const service = new FalseService();
    service.text = 'x';
    const store = await opened(service);
    expect(store.state()).toMatchObject({ phase: 'failed', error: { status: 400 } });
    await store.save();
    expect(service.text).toBe('x');
  });
});

describe('a second writer', () => {
  test('is told, and both sets of changes are there', async () => {
    const service = new FalseService();
    const [anna, ben] = [await opened(service), await opened(service)];
    put(anna, 'a', 'of Anna');
    await anna.save();
    put(ben, 'b', 'of Ben');
    await ben.save();
    expect(ben.state()).toMatchObject({
      saving: 'saved',
      conflicts: [],
      note: expect.stringMatching(/changed 1 measurement/),
    });
    expect(namesOf(service.features)).toEqual(['of Anna', 'of Ben']);
    await anna.refresh();
    expect(namesOf(anna.state().features)).toEqual(['of Anna', 'of Ben']);
  });

  test.each([
    ['mine', ['of Ben']],
    ['theirs', ['of Anna']],
    ['both', ['of Anna', 'of Ben']],
  ] as const)('of the same measurement is asked; "%s" is done', async (decision, names) => {
    const service = new FalseService();
    const first = await opened(service);
    put(first, 'a', 'first');
    await first.save();
    const [anna, ben] = [await opened(service), await opened(service)];
    put(anna, 'a', 'of Anna');
    await anna.save();
    put(ben, 'a', 'of Ben');
    await ben.save();
    const [conflict] = ben.state().conflicts;
    expect([namesOf([conflict!.mine!, conflict!.theirs!]), ben.state().saving]).toEqual([
      ['of Ben', 'of Anna'],
      'unsaved',
    ]);
    expect(namesOf(service.features)).toEqual(['of Anna']);
    ben.decide(conflict!, decision);
    await ben.save();
    expect([ben.state().saving, namesOf(service.features)]).toEqual(['saved', names]);
    ben.close();
  });

  test('keeps what was changed since, when a step is taken back', async () => {
    const service = new FalseService();
    const [anna, ben] = [await opened(service), await opened(service)];
    put(anna, 'a', 'of Anna');
    await anna.save();
    await ben.refresh();
    put(ben, 'a', 'of Ben');
    await ben.save();
    await anna.refresh();
    anna.undo();
    expect([namesOf(anna.state().features), anna.state().note]).toEqual([['of Ben'], expect.stringMatching(/since/)]);
  });

  test('who never ends is told after some tries', async () => {
    const service = new FalseService();
    const store = await opened(service);
    put(store, 'a', 'one');
    const busy: SidecarPort = { read: service.read, write: async () => Promise.reject(new ApiError(412, 'Changed')) };
    const other = await opened(busy);
    put(other, 'b', 'two');
    await other.save();
    expect(other.state()).toMatchObject({ saving: 'failed', error: { status: 412 } });
  });
});

test('whatever three people do in whatever order, nothing of it is lost', async () => {
  const act = fc.record({
    who: fc.nat({ max: 2 }),
    does: fc.constantFrom('put', 'put', 'save', 'refresh'),
    id: fc.constantFrom('a', 'b', 'c'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
      const service = new FalseService();
      const people = await Promise.all([0, 1, 2].map(() => opened(service)));
      const settle = async (store: MeasurementStore): Promise<void> => {
        await store.save();
        for (let round = 0; store.state().conflicts.length > 0 && round < 5; round += 1) {
          for (const conflict of store.state().conflicts) store.decide(conflict, 'both');
          await store.save();
        }
      };
      // A name is lost only when who writes another one over it has seen it.
      const seen = new Set<unknown>();
      const written = new Set<string>();
      for (const [number, { who, does, id }] of acts.entries()) {
        const store = people[who]!;
        if (does === 'put') {
          const before = store.state().features.find((feature) => feature.id === id);
          if (before !== undefined) seen.add(before.properties['name']);
          put(store, id, `${number}`);
          written.add(`${number}`);
        } else if (does === 'save') await settle(store);
        else await store.refresh();
      }
      for (const store of people) await settle(store);
      const names = new Set(namesOf(service.features));
      for (const name of written) expect(names.has(name) || seen.has(name)).toBe(true);
      for (const store of people) store.close();
    }),
    { numRuns: 60 },
  );
});

describe('what is not saved', () => {
  test('is saved when another file is chosen', async () => {
    const service = new FalseService();
    const store = await opened(service);
    put(store, 'a', 'one');
    store.close();
    await expect.poll(() => namesOf(service.features)).toEqual(['one']);
  });

  test('is back after the page is loaded again, and forgotten once it is saved', async () => {
    const [service, storage] = [new FalseService(), falseStorage()];
    const page = await opened(service, browserDrafts('anna', 'quarry', storage));
    put(page, 'a', 'one');
    // The page is gone before it is saved.
    const again = await opened(service, browserDrafts('anna', 'quarry', storage));
    expect(again.state()).toMatchObject({ saving: 'unsaved', note: expect.stringMatching(/are back/) });
    expect(namesOf(again.state().features)).toEqual(['one']);
    await again.save();
    expect([namesOf(service.features), storage.length]).toEqual([['one'], 0]);
  });

  test('is asked about again, where somebody else changed the same', async () => {
    const [service, storage] = [new FalseService(), falseStorage()];
    const first = await opened(service);
    put(first, 'a', 'first');
    await first.save();
    const [anna, ben] = [await opened(service), await opened(service, browserDrafts('ben', 'quarry', storage))];
    put(anna, 'a', 'of Anna');
    await anna.save();
    put(ben, 'a', 'of Ben');
    await ben.save();
    expect(ben.state().conflicts).toHaveLength(1);
    for (const round of [1, 2]) {
      const again = await opened(service, browserDrafts('ben', 'quarry', storage));
      const [conflict] = again.state().conflicts;
      expect([round, namesOf([conflict!.mine!, conflict!.theirs!])]).toEqual([round, ['of Ben', 'of Anna']]);
      await again.save();
      expect(namesOf(service.features)).toEqual(['of Anna']);
    }
  });

  test('of two pages is all there, of others and of other files nothing', async () => {
    const [service, storage] = [new FalseService(), falseStorage()];
    for (const name of ['one', 'two']) {
      const page = await opened(service, { ...browserDrafts('anna', 'quarry', storage), take: () => [] });
      put(page, 'a', name);
    }
    expect(browserDrafts('ben', 'quarry', storage).take()).toEqual([]);
    expect(browserDrafts('anna', 'pit', storage).take()).toEqual([]);
    const again = await opened(service, browserDrafts('anna', 'quarry', storage));
    expect(namesOf(again.state().features)).toEqual(['one', 'two']);
    again.close();
  });

  test('is told when the browser does not keep it', async () => {
    const store = await opened(new FalseService(), browserDrafts('anna', 'quarry', falseStorage(10)));
    put(store, 'a', 'one');
    expect(store.state().isDrafted).toBe(false);
    store.close();
    const without = await opened(new FalseService(), browserDrafts('anna', 'quarry', null));
    put(without, 'a', 'one');
    expect(without.state().isDrafted).toBe(false);
    without.close();
  });
});
