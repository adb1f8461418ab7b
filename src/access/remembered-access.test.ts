import { afterEach, expect, it, vi } from 'vitest';
import type { Changes } from '../database/index.ts';
import type { AccessControl, Caller } from './access.ts';
import { rememberAccess } from './remembered-access.ts';

type Listener = Parameters<Changes['subscribe']>[0];

/** Access that counts what it is asked, and the notices that make it be asked again. */
function counted(tokenExpires: number | undefined) {
  const caller: Caller = { id: 'u', name: 'u', roles: [], isAdmin: true, carrier: 'bearer', tokenExpires };
  const asked = { authenticate: 0, organization: 0, dataset: 0, holds: 0 };
  const listeners: Listener[] = [];
  const access: AccessControl = {
    authenticate: () => Promise.resolve((asked.authenticate += 1) > 0 ? caller : undefined),
    organization: (slug) => Promise.resolve((asked.organization += 1) > 0 ? ({ slug } as never) : undefined),
    dataset: (_organization, slug, who) =>
      Promise.resolve((asked.dataset += 1) > 0 && who ? ({ slug } as never) : undefined),
    holds: () => Promise.resolve((asked.holds += 1) > 0),
  };
  const changes: Changes = {
    arriving: true,
    subscribe: (listener) => void listeners.push(listener),
    announce: (topic, group) => listeners.forEach((listener) => listener(topic, group)),
    close: () => Promise.resolve(),
  };
  return { caller, asked, changes, access: rememberAccess(access, changes) };
}

const CREDENTIALS = { kind: 'token', carrier: 'bearer', token: 'x' } as const;

afterEach(() => void vi.useRealTimers());

it('asks once until a notice says that rights or files changed', async () => {
  const { access, asked, changes, caller } = counted(undefined);
  const all = async (): Promise<void> => {
    await access.authenticate(CREDENTIALS, { address: '' });
    await access.organization('o', caller);
    await access.dataset('o', 'd', caller);
    await access.holds('d', 'a', 'hash');
  };
  await all();
  await all();
  expect(asked).toEqual({ authenticate: 1, organization: 1, dataset: 1, holds: 1 });
  changes.announce('access', '');
  await all();
  expect(asked).toEqual({ authenticate: 2, organization: 2, dataset: 2, holds: 1 });
  changes.announce('files', 'd');
  await all();
  expect(asked.holds).toBe(2);
});

it('does not remember a caller beyond the end of his token', async () => {
  vi.useFakeTimers();
  const { access, asked } = counted(Date.now() / 1000 + 5);
  for (const seconds of [0, 4]) {
    vi.advanceTimersByTime(seconds * 1000);
    await access.authenticate(CREDENTIALS, { address: '' });
  }
  expect(asked.authenticate).toBe(1);
  vi.advanceTimersByTime(1000);
  await access.authenticate(CREDENTIALS, { address: '' });
  await access.authenticate(CREDENTIALS, { address: '' });
  expect(asked.authenticate).toBe(3);
});

it('B-8 keeps apart who asks, what for and by what token, whatever is in a name', async () => {
  const { access, caller } = counted(undefined);
  await access.dataset('o', 'd', caller);
  const names = ['d/u/true/', 'd/u/true', 'd u true ', 'd,u,true,'];
  for (const name of names) expect(await access.dataset('o', name, undefined)).toBeUndefined();
  const { asked, access: other, caller: whole } = counted(undefined);
  const scope = { tokenId: 't', kind: 'personal', readOnly: true, path: '' } as const;
  for (const who of [whole, { ...whole, scope }, { ...whole, isAdmin: false }, { ...whole, id: 'v' }])
    await other.dataset('o', 'd', who);
  expect(asked.dataset).toBe(4);
});

it('A-4 remembers a password for the address and device that brought it', async () => {
  const { access, asked } = counted(undefined);
  const password = { kind: 'password', carrier: 'basic', userName: 'u', password: 'p' } as const;
  for (const context of [{ address: 'a' }, { address: 'b' }, { address: 'a', device: 'd' }, { address: 'a' }])
    await access.authenticate(password, context);
  expect(asked.authenticate).toBe(3);
});
