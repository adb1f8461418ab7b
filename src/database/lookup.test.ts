import { describe, expect, it } from 'vitest';
import type { Changes } from './changes.ts';
import { createLookup } from './lookup.ts';

type Listener = Parameters<Changes['subscribe']>[0];

function fakeChanges(): Changes & { tell: Listener; arriving: boolean } {
  const listeners: Listener[] = [];
  return {
    arriving: true,
    subscribe: (listener) => void listeners.push(listener),
    tell: (topic, group) => listeners.forEach((listener) => listener(topic, group)),
    announce: () => undefined,
    close: () => Promise.resolve(),
  };
}

const bounds = { groups: 10, answers: 10 };
const counting = (): { (): Promise<{ n: number }>; calls: number } => {
  const load = Object.assign(() => Promise.resolve({ n: (load.calls += 1) }), { calls: 0 });
  return load;
};

describe('remembered lookups', () => {
  it('asks once until a notice of its topic and group', async () => {
    const changes = fakeChanges();
    const lookup = createLookup<{ n: number }>(changes, 'files', bounds);
    const load = counting();
    const ask = (): Promise<{ n: number } | undefined> => lookup.get('a', 'key', load);
    expect([await ask(), await ask()]).toEqual([{ n: 1 }, { n: 1 }]);
    changes.tell('files', 'b');
    changes.tell('access', '');
    expect(await ask()).toEqual({ n: 1 });
    changes.tell('files', 'a');
    expect(await ask()).toEqual({ n: 2 });
    changes.tell('everything', '');
    expect(await ask()).toEqual({ n: 3 });
  });

  it('does not remember what was not found, or was loaded while a notice came or none can come', async () => {
    const changes = fakeChanges();
    const lookup = createLookup<{ n: number }>(changes, 'access', bounds);
    const load = counting();
    expect(await lookup.get('', 'none', () => Promise.resolve(undefined))).toBeUndefined();
    expect(await lookup.get('', 'none', load)).toEqual({ n: 1 });

    const slow = lookup.get('', 'slow', async () => {
      changes.tell('access', '');
      return load();
    });
    expect(await slow).toEqual({ n: 2 });
    expect(await lookup.get('', 'slow', load)).toEqual({ n: 3 });

    changes.arriving = false;
    expect([await lookup.get('', 'lost', load), await lookup.get('', 'lost', load)]).toEqual([{ n: 4 }, { n: 5 }]);
    const before = lookup.get('', 'back', async () => {
      changes.arriving = true;
      return load();
    });
    expect([await before, await lookup.get('', 'back', load)]).toEqual([{ n: 6 }, { n: 7 }]);
  });
});
