import { afterAll, beforeAll, expect, it } from 'vitest';
import { glbBytes } from '../../src/kinds/tiles3d/testing/tile-bytes.ts';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { form, startService, until, type TestService } from '../support/service.ts';
import { tilesetJson, zipBytes } from '../support/zip-bytes.ts';

const DATASET = '/orgs/admin/ds/city';

interface Entry {
  readonly hash: string;
  readonly type: number;
  readonly properties: Record<string, unknown> | null;
  readonly buildStatus: string | null;
  readonly buildError: string | null;
  readonly buildMissingDependencies: readonly string[];
}

describeOnEveryDatabase('tilesets of others', (environment) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(await environment());
    await service.call('POST', '/orgs/admin/ds', { json: { slug: 'city' } });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const upload = async (path: string, file: Buffer | string): Promise<void> => {
    const answer = await service.call('POST', `${DATASET}/obj`, { body: form({ path, file: Buffer.from(file) }) });
    expect(answer.status).toBe(201);
  };
  const entryOf = async (path: string): Promise<Entry> =>
    (await (await service.call('GET', `${DATASET}/obj?path=${encodeURIComponent(path)}`)).json()) as Entry;
  const settled = (path: string): Promise<Entry> =>
    until(
      () => entryOf(path),
      ({ buildStatus }) => buildStatus === null || buildStatus === 'failed',
    );
  const built = (hash: string, name: string): Promise<Response> =>
    service.call('GET', `${DATASET}/build/${hash}/3dtiles/${name}`);
  const glb = (note: string): Buffer => glbBytes({ asset: { version: '2.0', copyright: note } });

  it('an archive is served file by file, and STAC tells of it', async () => {
    const members = [
      { name: 'content/0.glb', content: glb('archive'), method: 8 as const },
      { name: 'tileset.json', content: tilesetJson(), method: 8 as const },
    ];
    await upload('a.3tz', zipBytes(members));
    const entry = await settled('a.3tz');
    expect([entry.type, entry.buildStatus, entry.buildError]).toEqual([16, null, null]);
    expect(entry.properties).toMatchObject({ tiles: 1, contents: { glb: 1, json: 1 } });
    const json = await built(entry.hash, 'tileset.json');
    expect([json.headers.get('content-type'), await json.text()]).toEqual(['application/json', tilesetJson()]);
    const tile = await built(entry.hash, 'content/0.glb');
    expect(tile.headers.get('content-type')).toBe('model/gltf-binary');
    expect(Buffer.from(await tile.arrayBuffer())).toEqual(glb('archive'));
    expect((await built(entry.hash, 'content/1.glb')).status).toBe(404);
    const items = await (await service.call('GET', '/stac/collections/admin:city/items')).text();
    expect(items).toContain(`/build/${entry.hash}/3dtiles/tileset.json`);
  });

  it('C-7: pages and scripts in an archive, or named as tiles of a folder, run nowhere', async () => {
    const page = '<!doctype html><script src="a.js"></script>';
    const files = { 'a.html': page, 'a.js': 'alert(1)', 'a.mjs': 'alert(1)', 'a.svg': '<svg/>', 'a.xhtml': '<html/>' };
    const members = Object.entries(files).map(([name, content]) => ({ name, content, method: 0 as const }));
    const tileset = tilesetJson({ content: { uri: 'a.html' }, children: [{ content: { uri: 'a.js' } }] });
    await upload('pages.3tz', zipBytes([{ name: 'tileset.json', content: tileset }, ...members]));
    for (const name of ['a.html', 'a.js']) await upload(`pages/${name}`, files[name as keyof typeof files]);
    await upload('pages/tileset.json', tileset);
    const [archive, folder] = [await settled('pages.3tz'), await settled('pages/tileset.json')];
    const all = Object.keys(files).map((name) => [archive.hash, name] as const);
    const types: (string | null)[] = [];
    for (const [hash, name] of [...all, [folder.hash, 'a.html'] as const, [folder.hash, 'a.js'] as const]) {
      const { status, headers } = await built(hash, name);
      expect([name, status, headers.get('x-content-type-options')]).toEqual([name, 200, 'nosniff']);
      expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';/);
      types.push(headers.get('content-type'));
    }
    const text = 'text/plain; charset=utf-8';
    expect(types).toEqual(['text/html', text, text, 'image/svg+xml', 'application/xhtml+xml', 'text/html', text]);
  });

  it('a folder waits for its tiles by name, and is built at once when the last of them comes', async () => {
    const children = [{ content: { uri: 'more/a.json' } }];
    await upload('town/tileset.json', tilesetJson({ children }));
    const waiting = await until(
      () => entryOf('town/tileset.json'),
      ({ buildStatus }) => buildStatus === 'pending',
    );
    expect([waiting.type, waiting.buildMissingDependencies]).toEqual([16, ['town/content/0.glb', 'town/more/a.json']]);
    await upload('town/more/a.json', tilesetJson({ content: { uri: '0.b3dm' } }));
    await upload('town/content/0.glb', glb('town'));
    const again = await until(
      () => entryOf('town/tileset.json'),
      ({ buildMissingDependencies }) => buildMissingDependencies.includes('town/more/0.b3dm'),
    );
    expect(again.buildMissingDependencies).toEqual(['town/more/0.b3dm']);
    await upload('town/more/0.b3dm', 'b3dm');
    const entry = await settled('town/tileset.json');
    expect([entry.buildStatus, entry.buildError]).toEqual([null, null]);
    expect(entry.properties).toMatchObject({ tiles: 3, contents: { b3dm: 1, glb: 1, json: 2 } });
    expect(await (await built(entry.hash, 'more/0.b3dm')).text()).toBe('b3dm');
    // Its tiles are parts of it: nothing is built of them.
    expect(await entryOf('town/content/0.glb')).toMatchObject({
      type: 2,
      buildStatus: null,
      properties: { partOf: '../tileset.json' },
    });
  });

  it('folders whose tileset.json are alike are told apart by their tiles', async () => {
    for (const folder of ['one', 'two']) {
      await upload(`${folder}/content/0.glb`, glb(folder));
      await upload(`${folder}/tileset.json`, tilesetJson());
    }
    for (const folder of ['one', 'two']) {
      const { hash, buildStatus } = await settled(`${folder}/tileset.json`);
      expect(buildStatus).toBeNull();
      const tile = await built(hash, `content/0.glb?path=${folder}/tileset.json`);
      expect(Buffer.from(await tile.arrayBuffer())).toEqual(glb(folder));
    }
  });

  it('one that names another host fails with its address', async () => {
    await upload('far/tileset.json', tilesetJson({ content: { uri: 'https://example.org/0.glb' } }));
    const entry = await settled('far/tileset.json');
    expect(entry.buildError).toBe(
      'It names what lies outside of its folder, which is never loaded: “https://example.org/0.glb”.',
    );
    expect(entry.properties?.['warning']).toContain('https://example.org/0.glb');
  });
});
