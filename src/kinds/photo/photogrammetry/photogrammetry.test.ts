import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import Value from 'typebox/value';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { NODE_LINES, standInNode, type NodeHabits, type StandInNode } from '../../../../test/support/stand-in-node.ts';
import { zipBytes } from '../../../../test/support/zip-bytes.ts';
import { openToolBench, type TestFiles, type ToolBench } from '../../../tasks/testing/run-tool.ts';
import { createProcessingNodes } from '../../../transfers/index.ts';
import { nodeNames } from './photos.ts';
import { photogrammetry } from './tool.ts';

/** A picture of one pixel, and then whatever: files of it are photos by what they are. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const photo = (bytes: number) => Buffer.concat([PIXEL, Buffer.alloc(bytes, bytes)]);
const FILES = {
  'flight/a.png': photo(70_000),
  'flight/b.png': photo(300_000),
  'flight/deep/A.png': photo(10),
  'flight/notes.txt': Buffer.from('no photo'),
  'other/c.png': photo(20),
};
const RESULT = zipBytes([
  { name: 'odm_orthophoto/odm_orthophoto.txt', content: 'a map' },
  { name: 'odm_report/shots.txt', content: 'shots' },
]);
const SECRET = 'very/secret token';
const TASK_ID = '00000000-0000-4000-8000-000000000001';

let bench: ToolBench;
const nodes: StandInNode[] = [];
beforeAll(async () => {
  bench = await openToolBench();
});
afterEach(async () => {
  for (const node of nodes.splice(0)) await node[Symbol.asyncDispose]();
});
afterAll(() => bench[Symbol.asyncDispose]());

const limits = { remoteNodePollIntervalSeconds: 0.01, remoteNodePollMaxBackoffSeconds: 0.02 };
const most = { minFreeDiskBytes: 0, maxArchiveExtractSizeBytes: 100_000, maxEstimatedOutputBytesPerSubmit: 1_000_000 };

async function until<T>(look: () => T, satisfied: (seen: T) => boolean): Promise<T> {
  for (;;) {
    const seen = look();
    if (satisfied(seen)) return seen;
    await sleep(2);
  }
}

/** A node with these habits, and both tools with it. */
async function withNode(habits: NodeHabits = {}) {
  const node = await standInNode({ result: RESULT, token: SECRET, ...habits });
  nodes.push(node);
  const { toDownload, toDataset } = toolsAt(node.url);
  const run = (parameters: object = {}, signal?: AbortSignal, files: TestFiles = FILES) =>
    bench.run(toDownload, { folder: 'flight', ...parameters }, files, signal);
  const unpack = (parameters: object = {}, files: TestFiles = FILES) =>
    bench.run(toDataset, { folder: 'flight', ...parameters }, files);
  return { node, run, unpack };
}

function toolsAt(url: string, token = SECRET) {
  const nodeOdm = [{ id: 'fast', url, token, title: 'Fast one' }];
  const nodes = createProcessingNodes(
    { nodeOdm, remoteNodeRequestTimeoutSeconds: 1 },
    { retries: 2, firstDelayMs: 10 },
  );
  const [toDownload, toDataset] = photogrammetry(nodes, { ...limits, ...most });
  return { toDownload, toDataset };
}

/** Tasks that a node has. What never became one it clears away by itself, and lets nobody do that. */
const tasksAt = ({ tasks }: StandInNode): number => [...tasks.values()].filter(({ isCommitted }) => isCommitted).length;

const refused = (words: RegExp) => ({ code: 'invalid-input', message: expect.stringMatching(words) });

it('sends photos one by one, follows the log, and brings the result', async () => {
  const { node, run } = await withNode({ questions: 4 });
  const options = [{ name: 'dsm', value: true }];
  const { artifact, end, plan, log, phases } = await run({ options, name: 'North field', fileName: 'north' });
  expect(artifact?.equals(RESULT)).toBe(true);
  expect(end.artifact?.name).toBe('north.zip');
  expect(end.facts).toEqual({ photos: 3, bytes: RESULT.length });
  expect(plan).toMatchObject({ path: 'flight', estimatedBytes: Math.ceil(0.75 * (370_010 + 3 * PIXEL.length)) });
  expect(phases).toEqual(['submitting', 'queued', 'processing', 'downloading', 'done']);
  for (const line of NODE_LINES) expect(log.filter((each) => each === line)).toHaveLength(1);
  expect(node.asked.filter((each) => each.includes('upload'))).toHaveLength(3);
  expect([node.removed, node.tasks.size]).toEqual([[TASK_ID], 0]);
});

it('names photos so that each name is plain, and there once', () => {
  const path = fc.oneof(
    fc.constantFrom('a/DSC 1.JPG', 'b/DSC_1.jpg', '2_DSC_1.jpg', '..', 'ä"\r\n.jpg'),
    fc.string({ minLength: 1, unit: 'binary' }),
  );
  fc.assert(
    fc.property(fc.array(path), (paths) => {
      const names = nodeNames(paths);
      expect(names).toHaveLength(paths.length);
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(paths.length);
      for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/);
    }),
  );
});

it('sends bytes, names and options as they are', async () => {
  const { node, run } = await withNode();
  const running = run({ options: [{ name: 'feature-quality', value: 'high' }] });
  const sent = await until(
    () => node.tasks.get(TASK_ID),
    (task) => task?.isCommitted === true,
  );
  await running;
  const { photos, fields } = sent!;
  expect([...photos.keys()]).toEqual(['a.png', 'b.png', '2_A.png']);
  expect(photos.get('b.png')?.equals(FILES['flight/b.png'])).toBe(true);
  expect(Object.fromEntries(fields)).toEqual({
    name: 'field',
    options: '[{"name":"feature-quality","value":"high"}]',
  });
});

it.runIf(hasSharedData)('takes real photos by their paths', async () => {
  const { run } = await withNode();
  const names = ['DJI_0024.JPG', 'DJI_0025.JPG'];
  const files = Object.fromEntries(names.map((name) => [`p/${name}`, join(SHARED_DATA, 'photos/brighton', name)]));
  const { end, plan } = await run({ folder: null, images: Object.keys(files) }, undefined, files);
  const sizes = await Promise.all(Object.values(files).map(async (file) => (await stat(file)).size));
  expect(plan.estimatedBytes).toBe(Math.ceil(0.75 * (sizes[0]! + sizes[1]!)));
  expect(end.facts).toMatchObject({ photos: 2 });
});

it('puts results into the dataset, and keeps what is there', async () => {
  const { node, unpack } = await withNode();
  const there = { ...FILES, 'flight/map/odm_report/shots.txt': Buffer.from('mine'), 'flight/map/x.png': photo(1) };
  const { written, end, phases } = await unpack({ destPath: 'flight/map/', createNewDataset: false }, there);
  expect([...written].map(([path, bytes]) => [path, bytes.toString()])).toEqual([
    ['flight/map/odm_orthophoto/odm_orthophoto.txt', 'a map'],
  ]);
  // What lies where results go is no photo.
  expect(end.facts).toEqual({ photos: 3, files: 1, kept: 1 });
  expect(phases).toEqual(['submitting', 'queued', 'processing', 'downloading', 'extracting', 'indexing', 'done']);
  expect(node.removed).toEqual([TASK_ID]);
});

it('asks for a new dataset where that is wanted, and takes photos of all folders for it', async () => {
  const { unpack, node } = await withNode();
  const { toDataset } = toolsAt(node.url);
  const wish = {
    createNewDataset: true,
    newDatasetName: 'map',
    newDatasetOrgSlug: 'acre',
    newDatasetVisibility: 'PUBLIC',
  };
  // Where files of the same names are in the dataset of the photos, they are in nobody's way.
  const there = { ...FILES, 'flight/odm_report/shots.txt': Buffer.from('mine') };
  const { written, end } = await unpack({ ...wish, destPath: 'flight' }, there);
  expect([...written.keys()]).toEqual(['flight/odm_orthophoto/odm_orthophoto.txt', 'flight/odm_report/shots.txt']);
  expect(end.facts).toEqual({ photos: 3, files: 2, kept: 0, dataset: 'acre/map' });
  const makes = (given: object) => toDataset.makes!(Value.Default(toDataset.parameters, given) as never);
  expect(makes(wish)).toEqual({ organization: 'acre', slug: 'map', visibility: 2 });
  expect(makes({ createNewDataset: true, newDatasetName: 'map' })).toMatchObject({ organization: null, visibility: 0 });
  expect(makes({ newDatasetName: 'map' })).toBeNull();
});

describe('goes on', () => {
  it.each([
    ['when uploads are cut', { cutUploads: 2 }],
    ['when the announcement is cut', { cut: { path: /init/, times: 1 } }],
    ['when the answer to the end of the upload is lost', { cut: { path: /commit/, times: 1 } }],
    ['when the node is away while it works', { cut: { path: /task\/[^/]+\/info/, times: 5 } }],
    ['when the log cannot be fetched for a time', { cut: { path: /output/, times: 3 } }],
    ['when the result is cut', { cut: { path: /download/, times: 2 } }],
    ['with a node that takes one form only', { isOld: true }],
    ['with a node that gives its own ids', { givesIds: true }],
    ['with a node without a log', { lies: [[/output/, 200, '"no list"'] as const] }],
  ])('%s', async (_, habits) => {
    const { node, run } = await withNode(habits);
    const { artifact } = await run();
    expect(artifact?.equals(RESULT)).toBe(true);
    expect(node.tasks.size).toBe(0);
  });

  it('with what an attempt began that was cut off', async () => {
    const { node, run } = await withNode({ questions: 6 });
    const stop = new AbortController();
    const tools = toolsAt(node.url);
    // A service that stops: the task is not cancelled.
    const kept = {
      ...tools.toDownload,
      run: (task: Parameters<typeof tools.toDownload.run>[0]) =>
        tools.toDownload.run({ ...task, wasCancelled: async () => false }),
      elsewhere: { ...tools.toDownload.elsewhere!, leave: () => Promise.resolve() },
    };
    const first = bench.run(kept, { folder: 'flight' }, FILES, stop.signal).catch((cause: unknown) => cause);
    await until(
      () => node.tasks.get(TASK_ID)?.asked ?? 0,
      (asked) => asked >= 2,
    );
    stop.abort(new Error('stopping'));
    expect(await first).toBeInstanceOf(Error);
    expect([node.removed, node.cancelled]).toEqual([[], []]);
    const { artifact, end, log } = await run();
    expect(artifact?.equals(RESULT)).toBe(true);
    expect(end.facts).toMatchObject({ photos: 3 });
    expect(log[0]).toMatch(/is at Fast one already/);
    expect(node.asked.filter((each) => each.includes('init'))).toHaveLength(1);
  });

  it('after an upload that was cut off, with all photos', async () => {
    const { node, run } = await withNode();
    (node.tasks as Map<string, unknown>).set(TASK_ID, {
      photos: new Map(),
      fields: new Map(),
      isCommitted: false,
      asked: 0,
    });
    expect((await run()).artifact?.equals(RESULT)).toBe(true);
  });
});

describe('a node that', () => {
  it.each([
    ['fails', { failure: 'Not enough overlap' }, /Fast one could not process the photos: Not enough overlap/],
    ['knows another token', { token: 'other' }, /Fast one: .*401.*Invalid token \*\*\*/],
    ['takes fewer photos', { maxImages: 2 }, /takes 2 photos at most/],
    ['refuses photos', { lies: [[/upload/, 200, '{"error": "no room"}'] as const] }, /upload of a\.png: no room/],
    ['gives an id that is a path', { lies: [[/init/, 200, '{"uuid": "../../x"}'] as const] }, /makes no sense/],
    ['is a page', { lies: [[/./, 200, '<html>'] as const] }, /not JSON/],
    [
      'has a state nobody knows',
      { lies: [[/task\/[^/]+\/info/, 200, '{"status": {"code": 99}}'] as const] },
      /makes no sense/,
    ],
    ['sends no archive', { result: Buffer.from('<html>') }, /no ZIP archive/],
    ['sends too much', { result: Buffer.alloc(1_000_001) }, /more than the 1000000 bytes/],
    ['redirects', { lies: [[/info/, 302, ''] as const] }, /redirect/],
  ])('%s', async (_, habits, words) => {
    const { node, run } = await withNode(habits);
    const failure = (await run().catch((cause: unknown) => cause)) as Error;
    expect(failure).toMatchObject(refused(words));
    expect(failure.message).not.toContain(SECRET);
    expect(failure.message).not.toContain(new URL(node.url).host);
    expect(tasksAt(node)).toBe(0);
  });

  it('C-4 sends more than the quota has room for, which stays there for another try', async () => {
    const { node, unpack } = await withNode();
    bench.room = 9;
    try {
      await expect(unpack({ destPath: 'map' })).rejects.toMatchObject({
        code: 'quota-exceeded',
        message: 'The quota has 9 of 10 bytes.',
      });
      expect(tasksAt(node)).toBe(1);
    } finally {
      bench.room = Infinity;
    }
  });

  it('sends a hostile archive', async () => {
    for (const name of ['../x', '/etc/x', 'a/.ddb/x']) {
      const { node, unpack } = await withNode({ result: zipBytes([{ name, content: 'x' }]) });
      await expect(unpack({ destPath: 'map' })).rejects.toMatchObject({ code: 'invalid-input' });
      expect(node.removed).toEqual([TASK_ID]);
    }
    const { unpack } = await withNode({
      result: zipBytes([{ name: 'bomb', content: Buffer.alloc(200_000), method: 8 }]),
    });
    await expect(unpack({ destPath: 'map' })).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('cannot be reached for its result keeps it for another try', async () => {
    const { node, run } = await withNode({ cut: { path: /download/, times: 100 } });
    await expect(run()).rejects.toMatchObject(refused(/connection to Fast one failed/));
    expect(node.tasks.size).toBe(1);
    node.habits.cut = undefined as never;
    expect((await run()).artifact?.equals(RESULT)).toBe(true);
    expect(node.asked.filter((each) => each.includes('init'))).toHaveLength(1);
  });
});

describe('is cancelled', () => {
  it.each([
    ['while it submits', /upload/, {}],
    ['while it waits and runs', /output/, { questions: 1e9 }],
    ['while it downloads', /download/, { resultAfterMs: 500 }],
  ])('%s, at the node as well', async (_, path, habits) => {
    const { node, run } = await withNode(habits);
    const stop = new AbortController();
    const watch = setInterval(() => {
      if (node.asked.some((each) => path.test(each))) stop.abort(new Error('cancelled'));
    }, 1);
    const begin = performance.now();
    const outcome = await run({}, stop.signal).then(
      () => 'done',
      () => 'ended',
    );
    clearInterval(watch);
    expect(performance.now() - begin).toBeLessThan(5000);
    expect(outcome).toBe('ended');
    expect(node.asked).toContain('POST task/cancel');
    // An upload is no task yet that could end.
    expect(node.cancelled).toEqual(path.source === 'upload' ? [] : [TASK_ID]);
    expect(tasksAt(node)).toBe(0);
  });
});

describe('refuses', () => {
  it.each([
    [{ folder: 'other' }, /1 photos/],
    [{ folder: 'none' }, /no entry none/],
    [{ images: ['flight/a.png', 'flight/notes.txt'] }, /notes\.txt/],
    [{ images: ['flight/a.png', 'gone.png'] }, /no entry gone/],
    [{ nodeId: 'slow' }, /no processing node slow/],
    [{ options: [{ name: '-x; rm', value: '' }] }, /options/],
  ])('%j', async (parameters, words) => {
    const { run, node } = await withNode();
    await expect(run(parameters)).rejects.toMatchObject(refused(words));
    expect(node.asked).toEqual([]);
  });

  it('hostile folders, and a new dataset without a name or with an unknown visibility', async () => {
    const { unpack } = await withNode();
    const named = { createNewDataset: true, newDatasetName: 'map' };
    await expect(unpack({ createNewDataset: true })).rejects.toMatchObject(refused(/newDatasetName is missing/));
    await expect(unpack({ ...named, newDatasetVisibility: 'OPEN' })).rejects.toMatchObject(refused(/Visibility/));
    await expect(unpack({ ...named, destPath: '/x' })).rejects.toMatchObject(refused(/relative/));
    await expect(unpack({ destPath: '../x' })).rejects.toMatchObject(refused(/path/));
  });

  it('photos where there is no node', async () => {
    const nodes = createProcessingNodes({ nodeOdm: [], remoteNodeRequestTimeoutSeconds: 1 });
    const [tool] = photogrammetry(nodes, { ...limits, ...most });
    expect(tool.offers).toEqual([]);
    await expect(bench.run(tool, {}, FILES)).rejects.toMatchObject(refused(/No node processes photos/));
  });
});
