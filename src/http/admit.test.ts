import { expect, it } from 'vitest';
import {
  ALL_PERMISSIONS,
  type AccessControl,
  type Caller,
  type Permissions,
  type Shown,
  type TokenScope,
} from '../access/index.ts';
import { admit, admitShown, refuseWithheld, type Call } from './admit.ts';
import { Empty, route, type Route } from './route.ts';

const READS: Permissions = { canRead: true, canWrite: false, canDelete: false, canManageMembers: false };
const LINK: TokenScope = { tokenId: 't', kind: 'link', readOnly: true, datasetId: 'private', path: 'a' };

/** A dataset `private` of the caller's and a dataset `open` for all; anyone who sends a header has the scope given. */
function access(scope?: TokenScope, rights = ALL_PERMISSIONS): AccessControl {
  const caller: Caller = { id: 'u', name: 'u', roles: [], isAdmin: false, carrier: 'bearer', tokenExpires: undefined };
  return {
    authenticate: () => Promise.resolve(scope ? { ...caller, scope } : caller),
    organization: () => Promise.resolve(undefined),
    dataset: (_organization, slug, who) =>
      Promise.resolve(
        slug === 'open' || who
          ? {
              id: slug,
              slug,
              visibility: slug === 'open' ? 1 : 0,
              organization: { id: 'o', slug: 'o' },
              permissions: who ? rights : READS,
            }
          : undefined,
      ),
    holds: (_dataset, path, hash) => Promise.resolve(path === 'a' && hash === 'of a'),
  };
}

const call = (given: Partial<Call> = {}): Call => ({
  method: 'GET',
  headers: { authorization: 'Bearer x' },
  cookies: {},
  query: {},
  params: { orgSlug: 'o', dsSlug: 'private' },
  host: 'x',
  ip: '127.0.0.1',
  ...given,
});

const declare = (given: Partial<Route>): Route =>
  route({
    method: 'GET',
    path: '/x',
    access: 'dataset:read',
    tag: 'x',
    summary: 'x',
    response: { 200: Empty },
    handle: () => Promise.resolve(),
    ...given,
  });

it('lets the monitor token in by header and query, on its own routes only', async () => {
  const monitorToken = 'monitor-token-16';
  const gate = { access: { ...access(), authenticate: () => Promise.resolve(undefined) }, monitorToken };
  const byHeader = call({ headers: { authorization: `bearer ${monitorToken}` } });
  const byQuery = call({ headers: {}, query: { Token: monitorToken } });
  const health = declare({ access: 'monitor' });
  for (const asked of [byHeader, byQuery]) {
    expect(await admit(asked, health, gate)).toEqual({});
    await expect(admit(asked, declare({ access: 'admin' }), gate)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(admit(asked, health, { access: gate.access })).rejects.toMatchObject({ code: 'unauthorized' });
  }
  const wrong = call({ headers: { authorization: `Bearer ${monitorToken.slice(0, -1)}` } });
  await expect(admit(wrong, health, gate)).rejects.toMatchObject({ code: 'unauthorized' });
  await expect(admit(call(), health, { access: access(), monitorToken })).rejects.toMatchObject({ code: 'forbidden' });
});

it('B-2 takes an answer about no path, or about one more, as outside of a token for a path', async () => {
  const input = { params: {}, query: {}, body: {} };
  const decide = async (shown: Shown): Promise<boolean> => {
    const shows = declare({ shows: () => shown });
    const gate = { access: access(LINK) };
    const admission = await admit(call(), shows, gate);
    return admitShown(call(), shows, gate, admission, input).then(
      () => true,
      () => false,
    );
  };
  const inside: readonly Shown[] = [{ paths: ['a'] }, { paths: ['a', 'a/b'] }, { hash: 'of a' }];
  for (const shown of inside) expect([shown, await decide(shown)]).toEqual([shown, true]);
  const outside: readonly Shown[] = [
    { paths: [] },
    { paths: [undefined] },
    { paths: ['a', undefined] },
    { paths: ['a', 'b'] },
    { paths: ['ab'] },
    { paths: ['A'] },
    { paths: [''] },
    { hash: 'of b' },
  ];
  for (const shown of outside) expect([shown, await decide(shown)]).toEqual([shown, false]);
});

it('B-2 closes a dataset route that does not say what it shows to tokens for a path', async () => {
  await expect(admit(call(), declare({}), { access: access(LINK) })).rejects.toMatchObject({ code: 'forbidden' });
  const whole = await admit(call(), declare({}), { access: access({ ...LINK, path: '' }) });
  expect(whole.dataset?.permissions).toEqual(READS);
});

it('takes a token outside of its scope as nobody: what is public stays readable, without a caller', async () => {
  const gate = { access: access(LINK) };
  const elsewhere = call({ params: { orgSlug: 'o', dsSlug: 'open' } });
  expect(await admit(elsewhere, declare({}), gate)).toEqual({
    dataset: expect.objectContaining({ slug: 'open', permissions: READS }) as object,
  });
  expect(await admit(call(), declare({ access: 'anonymous' }), gate)).toEqual({});
  await expect(admit(elsewhere, declare({ session: true }), gate)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(admit(elsewhere, declare({ access: 'dataset:write' }), gate)).rejects.toMatchObject({
    code: 'forbidden',
  });
});

it('ends a link with its maker’s right to change the dataset', async () => {
  const gate = { access: access({ ...LINK, path: '' }, READS) };
  await expect(admit(call(), declare({}), gate)).rejects.toMatchObject({ code: 'forbidden' });
  const personal = { access: access({ ...LINK, kind: 'personal', path: '' }, READS) };
  expect((await admit(call(), declare({}), personal)).caller?.id).toBe('u');
});

const WITHHOLDING: TokenScope = { ...LINK, path: '', withholdsOriginals: true };

it('withholds originals by a link that says so, and of its own dataset alone', async () => {
  const originals = declare({ originals: true });
  await expect(admit(call(), originals, { access: access(WITHHOLDING) })).rejects.toMatchObject({
    code: 'forbidden',
    reason: 'downloads-off',
  });
  expect((await admit(call(), originals, { access: access({ ...LINK, path: '' }) })).dataset?.id).toBe('private');
  for (const some of [false, 'some'] as const) {
    const admission = await admit(call(), declare({ originals: some }), { access: access(WITHHOLDING) });
    expect(() => refuseWithheld(admission)).toThrow('downloads are switched off');
  }
  // A link says nothing more about what everybody may read.
  const open = call({ params: { orgSlug: 'o', dsSlug: 'open' } });
  expect((await admit(open, originals, { access: access(WITHHOLDING) })).caller).toBeUndefined();
});

it('lets a link with a password in with its proof alone', async () => {
  const gate = { access: access({ ...LINK, path: '', proof: 'known' }) };
  const needed = { code: 'unauthorized', reason: 'password-needed' };
  for (const cookies of [{}, { 'alidadeLink-t': '' }, { 'alidadeLink-t': 'other' }, { 'alidadeLink-u': 'known' }]) {
    await expect(admit(call({ cookies }), declare({}), gate)).rejects.toMatchObject(needed);
    await expect(admit(call({ cookies }), declare({ access: 'signed-in' }), gate)).rejects.toMatchObject(needed);
    expect(await admit(call({ cookies }), declare({ access: 'anonymous', scoped: true }), gate)).toEqual({});
  }
  const known = call({ cookies: { 'alidadeLink-t': 'known' } });
  expect((await admit(known, declare({}), gate)).dataset?.id).toBe('private');
});
