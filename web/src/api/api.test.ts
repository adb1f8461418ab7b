import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  datasetAddress,
  downloadAddress,
  inDataset,
  objectAddress,
  routeAddress,
  thumbAddress,
  tileTemplate,
  withLink,
  type DatasetRef,
} from './addresses.ts';
import { ApiError, errorFromAnswer, errorText } from './api-error.ts';
import { call, callPage, request } from './http.ts';

const REF = { org: 'o', ds: 'd' };
const listAddress = (ref: DatasetRef, path: string): string =>
  routeAddress('GET /orgs/{orgSlug}/ds/{dsSlug}/list', { path: inDataset(ref), query: { path }, byLink: true });

describe('addresses', () => {
  test('every path survives the way into a query and back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (path) => {
        for (const address of [
          listAddress(REF, path),
          routeAddress('GET /orgs/{orgSlug}/ds/{dsSlug}/obj', { path: inDataset(REF), query: { path } }),
          downloadAddress(REF, [path]),
          thumbAddress(REF, path, 'abc', 256),
          tileTemplate('http://x', REF, path, null),
        ]) {
          const url = new URL(address, 'http://x');
          expect(url.searchParams.get('path')).toBe(path);
          expect(url.hash).toBe('');
        }
      }),
    );
  });

  test('braces of a file name are no placeholders of the tile address', () => {
    const template = tileTemplate('http://x', REF, 'a{z}{x}.tif', 'h');
    expect(template).toBe('http://x/orgs/o/ds/d/tiles/{z}/{x}/{y}{ratio}?path=a%7Bz%7D%7Bx%7D.tif&v=h');
  });
});

describe('errors', () => {
  test("the service's own sentence is shown", async () =>
    expect(await errorFromAnswer(400, '{"error":"The name is taken.","noRetry":true}')).toMatchObject({
      message: 'The name is taken.',
      noRetry: true,
    }));
  test.each([
    [401, '{"error":"Unauthorized"}', 'Sign in again'],
    [404, '{"error":"Not found"}', 'does not exist'],
    [507, '', 'no space left'],
    [502, '<html>Bad gateway</html>', 'status 502'],
    [500, 'null', 'status 500'],
  ])('%d %s says what to do', async (status, body, part) =>
    expect((await errorFromAnswer(status, body)).message).toContain(part),
  );
  test.each([
    ['userName: the name is taken.', 'The name is taken.'],
    ['PasswordMismatch - Incorrect password.', 'The current password is not right. Type it again.'],
    ['currentPassword: PasswordMismatch - Incorrect password.', 'The current password is not right. Type it again.'],
    ['club/survey: it failed.', 'club/survey: it failed.'],
    ['Please note: it failed.', 'Please note: it failed.'],
  ])('"%s" is put into words for people', async (raw, shown) =>
    expect((await errorFromAnswer(400, JSON.stringify({ error: raw }))).message).toBe(shown),
  );
  test('unexpected errors show no internals', () =>
    expect(errorText(new TypeError('x is undefined'))).not.toContain('x is'));
});

describe('share links', () => {
  afterEach(() => vi.unstubAllGlobals());
  const ref = { org: 'club', ds: 'survey' };

  test('the secret in the address of the page goes along to what is read of the dataset', () => {
    vi.stubGlobal('location', { search: '?path=a&token=ald_x%2By' });
    expect(listAddress(ref, 'a b')).toBe('/orgs/club/ds/survey/list?path=a%20b&token=ald_x%2By');
    expect(withLink(datasetAddress(ref))).toBe('/orgs/club/ds/survey?token=ald_x%2By');
    expect(objectAddress(ref)).not.toContain('token');
  });

  test.each(['', '?token=', '?path=token'])('a page at "%s" has none', (search) => {
    vi.stubGlobal('location', { search });
    expect(listAddress(ref, '')).toBe('/orgs/club/ds/survey/list?path=');
  });
});

describe('call', () => {
  afterEach(() => vi.unstubAllGlobals());

  test('sends JSON with the cookie of this origin only and reads JSON', async () => {
    const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response('{"a":1}', { status: 201 })));
    vi.stubGlobal('fetch', fetched);
    expect((await request('/x', { method: 'POST', body: { b: 2 } })).value).toEqual({ a: 1 });
    expect(fetched).toHaveBeenCalledWith(
      '/x',
      expect.objectContaining({ method: 'POST', credentials: 'same-origin', body: '{"b":2}' }),
    );
  });

  test('takes method, address and form from the route and its input', async () => {
    const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response('{}')));
    vi.stubGlobal('fetch', fetched);
    vi.stubGlobal('location', { search: '?token=t' });
    const body = new FormData();
    await call('POST /orgs/{orgSlug}/ds/{dsSlug}/obj', { path: inDataset({ org: 'a/b', ds: 'ü' }), body });
    expect(fetched).toHaveBeenCalledWith(
      '/orgs/a%2Fb/ds/%C3%BC/obj',
      expect.objectContaining({ method: 'POST', headers: { accept: 'application/json' }, body }),
    );
    const query = { page: 2, path: undefined };
    await call('GET /orgs/{orgSlug}/ds/{dsSlug}/builds', { path: inDataset(REF), query, byLink: true });
    expect(fetched).toHaveBeenLastCalledWith(
      '/orgs/o/ds/d/builds?page=2&token=t',
      expect.objectContaining({ method: 'GET', body: null }),
    );
    // The service takes the secret in an address on GET alone.
    const search = { type: 4 };
    await call('POST /orgs/{orgSlug}/ds/{dsSlug}/search', { path: inDataset(REF), body: search, byLink: true });
    const headers = { accept: 'application/json', 'content-type': 'application/json', authorization: 'Bearer t' };
    expect(fetched).toHaveBeenLastCalledWith(
      '/orgs/o/ds/d/search',
      expect.objectContaining({ method: 'POST', headers }),
    );
  });

  test.each(['tökén', 'a b', 'ключ', '😀'])(
    'a secret that no header can have is no lost connection: %s',
    async (token) => {
      const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response('{}')));
      vi.stubGlobal('fetch', fetched);
      vi.stubGlobal('location', { search: `?token=${encodeURIComponent(token)}` });
      const asked = call('POST /orgs/{orgSlug}/ds/{dsSlug}/search', {
        path: inDataset(REF),
        body: { type: 4 },
        byLink: true,
      });
      await expect(asked).rejects.toMatchObject({
        status: 401,
        message: expect.stringContaining('Open the link again'),
      });
      expect(fetched).not.toHaveBeenCalled();
    },
  );

  test('a part of a list tells where the next one begins', async () => {
    const headers = { link: '</orgs/o/ds/d/list?after=a%20b>; rel="next"' };
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('[]', { headers })));
    const asked = { path: inDataset(REF) };
    expect(await callPage('GET /orgs/{orgSlug}/ds/{dsSlug}/list', asked)).toEqual({ items: [], next: 'a b' });
  });

  test('an empty answer is undefined', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 204 })));
    expect(await call('POST /users/logout', {})).toBeUndefined();
  });

  test('no answer at all is an error one can try again', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(call('GET /orgs', {})).rejects.toMatchObject({ status: 0, noRetry: false });
  });

  test('a refusal is an ApiError', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"error":"No"}', { status: 403 })));
    await expect(call('GET /orgs', {})).rejects.toBeInstanceOf(ApiError);
  });

  test('an abort stays an abort', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new DOMException('gone', 'AbortError')));
    await expect(call('GET /orgs', {})).rejects.toMatchObject({ name: 'AbortError' });
  });
});
