import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOnOneDatabase } from '../support/databases.ts';
import { form, startService, until, type TestService } from '../support/service.ts';

interface Entry {
  readonly path: string;
  readonly hash: string | null;
  readonly type: number;
  readonly size: number;
}

const DATASET = '/orgs/admin/ds/files';

const readText = async (answer: Response) => ({ status: answer.status, text: await answer.text() });

describeOnOneDatabase('objects', (environment) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService(await environment());
    await service.call('POST', '/orgs/admin/ds', { json: { slug: 'files' } });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const upload = (path: string, content: string): Promise<Response> =>
    service.call('POST', `${DATASET}/obj`, { body: form({ path, file: Buffer.from(content) }) });
  const list = async (path?: string): Promise<Entry[]> => {
    const query = path === undefined ? '' : `?path=${encodeURIComponent(path)}`;
    return (await (await service.call('GET', `${DATASET}/list${query}`)).json()) as Entry[];
  };
  const download = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    service.call('GET', `${DATASET}/download?path=${encodeURIComponent(path)}`, { headers });
  const counters = async (): Promise<{ size: number; entries: number }> => {
    const { size, properties } = (await (await service.call('GET', `${DATASET}/ex`)).json()) as {
      size: number;
      properties: { entries: number };
    };
    return { size, entries: properties.entries };
  };

  it('stores a file, creates its folders and lists both', async () => {
    const answer = await upload('a/b/hello.txt', 'hello');
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `${DATASET}/list?path=a%2Fb%2Fhello.txt`]);
    const hash = createHash('sha256').update('hello').digest('hex');
    expect(await answer.json()).toMatchObject({
      path: 'a/b/hello.txt',
      hash,
      type: 2,
      size: 5,
      depth: 2,
      buildStatus: null,
    });
    expect((await list()).map(({ path, type }) => [path, type])).toEqual([['a', 1]]);
    expect((await list('a/b')).map(({ path }) => path)).toEqual(['a/b/hello.txt']);
    expect((await list('a/b/hello.txt')).map(({ hash: found }) => found)).toEqual([hash]);
    expect(await list('nothing')).toEqual([]);
    expect(await counters()).toEqual({ size: 5, entries: 3 });
    const posted = await service.call('POST', `${DATASET}/list`, { body: form({ path: '' }) });
    expect(((await posted.json()) as Entry[]).map(({ path }) => path)).toEqual(['a']);
  });

  it('takes the file before or after the fields and a file field of any name', async () => {
    for (const parts of [
      { path: 'x1', file: Buffer.from('1') },
      { file: Buffer.from('22'), path: 'x2' },
      { Data: Buffer.from('333'), PATH: 'x3' },
    ]) {
      expect((await service.call('POST', `${DATASET}/obj`, { body: form(parts) })).status).toBe(201);
    }
    expect((await list()).filter(({ path }) => /^x\d/.test(path)).map(({ size }) => size)).toEqual([1, 2, 3]);
  });

  it('replaces a file whole, and counts the difference', async () => {
    const before = await counters();
    await upload('a/b/hello.txt', 'hello again');
    expect(await (await download('a/b/hello.txt')).text()).toBe('hello again');
    expect(await counters()).toEqual({ size: before.size + 6, entries: before.entries });
  });

  it('creates folders without a file, and again without harm', async () => {
    for (const attempt of [1, 2]) {
      const answer = await service.call('POST', `${DATASET}/obj`, { body: form({ path: 'empty/inner' }) });
      expect([attempt, answer.status, await answer.json()]).toEqual([
        attempt,
        201,
        expect.objectContaining({ path: 'empty/inner', type: 1, hash: null }),
      ]);
    }
    expect((await upload('empty', 'file')).status).toBe(409);
    expect((await upload('a/b/hello.txt/inside', 'file')).status).toBe(409);
  });

  it('answers a path with one leading slash as without it, where something is read', async () => {
    await upload('slash/in.txt', 'slash');
    const answer = async (method: string, address: string, body?: FormData): Promise<unknown> => {
      const { status, text } = await readText(await service.call(method, DATASET + address, { body }));
      return [status, text];
    };
    const { hash } = (await list('slash/in.txt'))[0]!;
    for (const ask of [
      (path: string) => answer('GET', `/list?path=${path}`),
      (path: string) => answer('POST', '/list', form({ path })),
      (path: string) => answer('GET', `/search?query=*&path=${path}`),
      (path: string) => answer('POST', '/search', form({ query: '*', path })),
    ]) {
      expect(await ask('/slash')).toEqual(await ask('slash'));
      expect(await ask('/slash')).toEqual([200, expect.stringContaining('slash/in.txt')]);
      expect(await ask('//slash')).toEqual([400, expect.any(String)]);
      expect(await ask('/../slash')).toEqual([400, expect.any(String)]);
    }
    expect(await answer('GET', '/list?path=/')).toEqual(await answer('GET', '/list'));
    for (const address of [
      (path: string) => `/obj?path=${path}`,
      (path: string) => `/download?path=${path}`,
      (path: string) => `/thumb?path=${path}`,
      (path: string) => `/tiles/1/0/0.png?path=${path}`,
      (path: string) => `/mvt/${hash}/metadata.json?path=${path}`,
      (path: string) => `/build/${hash}/cog/cog.tif?path=${path}`,
    ])
      expect(await answer('GET', address('/slash/in.txt'))).toEqual(await answer('GET', address('slash/in.txt')));
    expect(await answer('GET', '/download?path=/slash/in.txt')).toEqual([200, 'slash']);
    expect(await answer('DELETE', '/obj?path=/slash/in.txt')).toEqual([204, '']);
    // What is written is named as it is to be.
    expect((await upload('/slash/new.txt', 'x')).status).toBe(400);
  });

  it('C-1 C-5 refuses paths that could leave the dataset or mean something else', async () => {
    const before = await counters();
    const bad = [
      '../x',
      'a/../../x',
      '/etc/passwd',
      'C:/x',
      'a\\b',
      '..\\x',
      'a//b',
      './a',
      'a/.',
      'x\u0007',
      '\uFEFFx',
      'a/\uFEFFx',
      '.ddb/x',
      'a/.DDB',
      '.pending',
      '__proto__',
      'constructor/x',
      'build',
      'n'.repeat(256),
      'd/'.repeat(600),
    ];
    for (const path of bad) {
      const answer = await upload(path, 'x');
      expect([path.slice(0, 30), answer.status, await answer.json()]).toEqual([
        path.slice(0, 30),
        400,
        { error: expect.stringMatching(/^path /) as string },
      ]);
    }
    expect((await service.call('POST', `${DATASET}/obj`, { body: form({ file: Buffer.from('x') }) })).status).toBe(400);
    expect(await counters()).toEqual(before);
  });

  it('C-5 takes paths as long as it says, whatever is in them', async () => {
    // Random, so that no index can store them shorter; 1,024 bytes.
    const path = [
      ...Array.from({ length: 4 }, () => randomBytes(112).toString('hex')),
      randomBytes(62).toString('hex'),
    ].join('/');
    expect(path).toHaveLength(1024);
    expect((await upload(path, 'deep')).status).toBe(201);
    expect(await (await download(path)).text()).toBe('deep');
    expect(await (await service.call('GET', `${DATASET}/download/${path}`)).text()).toBe('deep');
    expect((await upload(`${path}x`, 'deep')).status).toBe(400);
  });

  it('C-6 keeps odd names as they are, also in the header of a download', async () => {
    const names = [
      'sp ace',
      'hash#',
      'per%cent',
      'plus+',
      'q?uestion',
      'quo\'te"',
      'accent é',
      'accent e\u0301',
      '😀',
      '\u202Ertl',
      'n'.repeat(250),
    ];
    for (const name of names) {
      const path = `odd/${name}.txt`.slice(0, 259);
      expect([name, (await upload(path, name)).status]).toEqual([name, 201]);
      const answer = await download(path);
      expect([name, await answer.text()]).toEqual([name, name]);
      const disposition = answer.headers.get('content-disposition') ?? '';
      expect(decodeURIComponent(disposition.split("filename*=UTF-8''")[1] ?? '')).toBe(path.slice(4));
      expect(disposition).toMatch(/^[\x20-\x7e]+$/);
    }
    expect(await list('odd')).toHaveLength(names.length);
  });

  it('serves ranges, HEAD and conditional requests', async () => {
    await upload('digits.txt', '0123456789');
    const whole = await download('digits.txt');
    const etag = whole.headers.get('etag')!;
    expect([whole.status, whole.headers.get('accept-ranges'), whole.headers.get('content-length')]).toEqual([
      200,
      'bytes',
      '10',
    ]);
    for (const [range, status, text, contentRange] of [
      ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
      ['bytes=7-', 206, '789', 'bytes 7-9/10'],
      ['bytes=-3', 206, '789', 'bytes 7-9/10'],
      ['bytes=0-99', 206, '0123456789', 'bytes 0-9/10'],
      ['bytes=5-2', 200, '0123456789', null],
      ['bytes=1-2,4-5', 200, '0123456789', null],
    ] as const) {
      const part = await download('digits.txt', { range });
      expect([range, part.status, await part.text(), part.headers.get('content-range')]).toEqual([
        range,
        status,
        text,
        contentRange,
      ]);
    }
    const beyond = await download('digits.txt', { range: 'bytes=10-' });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10']);
    expect((await download('digits.txt', { 'if-none-match': etag })).status).toBe(304);
    expect((await download('digits.txt', { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
    const head = await service.call('HEAD', `${DATASET}/download?path=digits.txt`);
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
    expect(
      (await service.call('GET', `${DATASET}/download/a/b/hello.txt?inline=1`)).headers.get('content-disposition'),
    ).toBeNull();
    expect((await download('nothing')).status).toBe(404);
  });

  it('serves an empty file', async () => {
    expect((await upload('nothing.bin', '')).status).toBe(201);
    const answer = await download('nothing.bin');
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });

  it('C-7 never lets an uploaded page run as a page of the service', async () => {
    await upload('evil.html', '<script>alert(1)</script>');
    const answer = await service.call('GET', `${DATASET}/download?path=evil.html&inline=1`);
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox;/);
  });

  it('removes files and whole folders, and says when there was nothing', async () => {
    await upload('gone/one/x.txt', 'x');
    await upload('gone0.txt', 'neighbour');
    const before = await counters();
    expect((await service.call('DELETE', `${DATASET}/obj?path=gone`, { json: {} })).status).toBe(204);
    expect((await service.call('DELETE', `${DATASET}/obj`, { body: form({ path: 'gone' }) })).status).toBe(404);
    expect(await counters()).toEqual({ size: before.size - 1, entries: before.entries - 3 });
    expect(await list('gone0.txt')).toHaveLength(1);
    expect((await service.call('DELETE', `${DATASET}/obj`)).status).toBe(400);
  });

  it('G-2 leaves nothing of an upload that is cut off', async () => {
    const before = await counters();
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    const head =
      '--b\r\ncontent-disposition: form-data; name="path"\r\n\r\ncut.bin\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n';
    socket.write(
      `POST ${DATASET}/obj HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.token}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 9000000\r\n\r\n${head}`,
    );
    socket.write(Buffer.alloc(3_000_000, 1));
    const incoming = (): Promise<string[]> => readdir(join(service.dataDir, 'blobs', 'incoming'));
    await until(incoming, (files) => files.length === 1);
    socket.destroy();
    await until(incoming, (files) => files.length === 0);
    expect(await list('cut.bin')).toEqual([]);
    expect(await counters()).toEqual(before);
  });

  it('answers a body that is no multipart, or ends too early, with 400', async () => {
    const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
    const cut = await service.call('POST', `${DATASET}/obj`, {
      headers: multipart,
      body: '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\nabc',
    });
    expect(cut.status).toBe(400);
    const none = await service.call('POST', `${DATASET}/obj`, {
      headers: { 'content-type': 'multipart/form-data' },
      body: 'x',
    });
    expect(none.status).toBe(400);
    expect((await service.call('POST', `${DATASET}/obj`, { json: { path: 'x' } })).status).toBe(415);
  });

  it('takes many uploads to one folder at once and counts each', async () => {
    const before = await counters();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => upload(`many/${index % 15}.txt`, `content ${index % 15}`)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const found = await list('many');
    expect(found).toHaveLength(15);
    const size = found.reduce((sum, entry) => sum + entry.size, 0);
    expect(await counters()).toEqual({ size: before.size + size, entries: before.entries + 16 });
  });
});
