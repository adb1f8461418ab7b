import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { standInNode, type NodeHabits, type StandInNode } from '../../../../test/support/stand-in-node.ts';
import { zipBytes, type ZipMember } from '../../../../test/support/zip-bytes.ts';
import { openToolBench, type ToolBench } from '../../../tasks/testing/run-tool.ts';
import { createProcessingNodes } from '../../../transfers/index.ts';
import { toldProgress } from './at-node.ts';
import { photogrammetry } from './tool.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const FILES = {
  'flight/a.png': Buffer.concat([PIXEL, Buffer.alloc(1000, 1)]),
  'flight/b.png': Buffer.concat([PIXEL, Buffer.alloc(1000, 2)]),
};
const RESULT = zipBytes([{ name: 'map.txt', content: 'a map' }]);
const LIMIT = 100_000;
const INFO = /^task\/[^/]+\/info$/;
const DOWNLOAD = /download/;

let bench: ToolBench;
const nodes: StandInNode[] = [];
beforeAll(async () => {
  bench = await openToolBench();
});
afterEach(async () => {
  for (const node of nodes.splice(0)) await node[Symbol.asyncDispose]();
});
afterAll(() => bench[Symbol.asyncDispose]());

/** What both tools make of a node with these habits. */
async function withNode(habits: NodeHabits) {
  const node = await standInNode({ result: RESULT, ...habits });
  nodes.push(node);
  const nodeOdm = [{ id: 'fast', url: node.url, title: 'Fast one' }];
  const retry = { retries: 2, firstDelayMs: 10 };
  const [toDownload, toDataset] = photogrammetry(
    createProcessingNodes({ nodeOdm, remoteNodeRequestTimeoutSeconds: 1 }, retry),
    {
      remoteNodePollIntervalSeconds: 0.01,
      remoteNodePollMaxBackoffSeconds: 0.02,
      minFreeDiskBytes: 0,
      maxArchiveExtractSizeBytes: LIMIT,
      maxEstimatedOutputBytesPerSubmit: LIMIT,
    },
  );
  return {
    node,
    download: () => bench.run(toDownload, { folder: 'flight' }, FILES),
    unpack: () => bench.run(toDataset, { folder: 'flight', destPath: 'map' }, FILES),
  };
}

/** Refused with words for people: one line, none of the address. */
async function expectRefusal(attempt: Promise<unknown>, node: StandInNode, words: RegExp): Promise<void> {
  const failure = (await attempt.catch((cause: unknown) => cause)) as Error;
  expect(failure).toMatchObject({ code: 'invalid-input', message: expect.stringMatching(words) });
  expect(failure.message).not.toMatch(/\p{Cc}/u);
  expect(failure.message).not.toContain(new URL(node.url).host);
  expect(failure.message.length).toBeLessThan(2000);
}

/** Sends without end, as fast as it is taken. */
const endless =
  (headers: Record<string, string>, begin: string, piece: string) =>
  (response: ServerResponse): void => {
    response.writeHead(200, headers);
    response.write(begin);
    const more = (): void => {
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', more);
    more();
  };
const JSON_TYPE = { 'content-type': 'application/json' };
const raw = (path: RegExp, answer: (response: ServerResponse) => void): NodeHabits => ({ raw: [[path, answer]] });

describe('C-3, C-4 a result that is hostile brings nothing into the dataset', () => {
  const sound = { name: 'sound.txt', content: 'sound' };
  it.each<[string, ZipMember[], RegExp]>([
    ['leads out', [sound, { name: '../../x', content: 'x' }], /name that/],
    ['leads out from within', [sound, { name: 'a/../../../x', content: 'x' }], /name that/],
    ['is absolute', [sound, { name: '/etc/x', content: 'x' }], /name that/],
    ['is of another system', [sound, { name: '..\\..\\x', content: 'x' }], /name that|backslash|\\\\/],
    ['is called otherwise inside', [sound, { name: 'a.txt', localName: '../../x', content: 'x' }], /does not agree/],
    ['comes twice', [sound, sound], /twice/],
    ['is file and folder', [sound, { name: 'sound.txt/x', content: 'x' }], /file and as a folder/],
    ['is a bomb', [sound, { name: 'b', content: Buffer.alloc(LIMIT + 1), method: 8 }], /more than 100000 bytes/],
    [
      'is a bomb that says to be small',
      [sound, { name: 'b', content: Buffer.alloc(LIMIT * 5), method: 8, declaredSize: 10 }],
      /more than|damaged|size|bytes/,
    ],
    ['has another checksum', [sound, { name: 'c', content: 'c', checksumOff: 1 }], /another checksum/],
    ['is encrypted', [sound, { name: 'c', content: 'c', encrypted: true, declaredPacked: 13 }], /encrypted/],
  ])('a file of it %s', async (_, members, words) => {
    const { node, unpack } = await withNode({ result: zipBytes(members) });
    await expectRefusal(unpack(), node, words);
    expect(node.tasks.size).toBe(0);
  });

  it('links are left out, whatever they name', async () => {
    const link = { name: 'link', content: '/etc/passwd', mode: 0o120777 };
    const { unpack } = await withNode({ result: zipBytes([sound, link]) });
    expect([...(await unpack()).written.keys()]).toEqual(['map/sound.txt']);
  });
});

describe('D-4 a result that does not come as it should', () => {
  it.each<[string, NodeHabits, RegExp]>([
    ['has no end', raw(DOWNLOAD, endless({}, 'PK\u0003\u0004', 'x'.repeat(65_536))), /more than the 100000 bytes/],
    [
      'announces too much',
      raw(DOWNLOAD, (response) => response.writeHead(200, { 'content-length': 2 ** 40 }).flushHeaders()),
      /more than the 100000 bytes/,
    ],
    [
      'has less than it announces',
      raw(DOWNLOAD, (response) => {
        response.writeHead(200, { 'content-length': RESULT.length + 10 });
        response.write(RESULT, () => response.destroy());
      }),
      /connection to Fast one failed|could not be continued/,
    ],
    [
      'has more than it announces',
      raw(DOWNLOAD, (response) => {
        const head = `HTTP/1.1 200 OK\r\ncontent-length: ${RESULT.length - 30}\r\nconnection: close\r\n\r\n`;
        response.socket!.end(Buffer.concat([Buffer.from(head), RESULT]));
      }),
      /ends in its midst/,
    ],
    [
      'comes drop by drop',
      raw(DOWNLOAD, (response) => {
        response.writeHead(200);
        const drops = setInterval(() => response.write('x'), 50);
        response.on('close', () => clearInterval(drops));
      }),
      /next to nothing|could not be continued/,
    ],
    [
      'is compressed once more',
      raw(DOWNLOAD, (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end()),
      /compresses/,
    ],
    [
      'is elsewhere, in an inner network',
      raw(DOWNLOAD, (response) => response.writeHead(302, { location: 'http://169.254.169.254/x' }).end()),
      /redirects/,
    ],
    ['is a fault', { lies: [[DOWNLOAD, 200, '{"error": "Asset not\\u0007 found"}']] }, /no ZIP archive/],
  ])('one that %s', async (_, habits, words) => {
    const { node, download } = await withNode(habits);
    await expectRefusal(download(), node, words);
  });
});

describe('D-4 answers without end or sense', () => {
  const many = 'x'.repeat(65_536);
  it.each<[string, NodeHabits]>([
    ['about itself', raw(/^info$/, endless(JSON_TYPE, '{"version": "', many))],
    ['about a task', raw(INFO, endless(JSON_TYPE, '{"status": {"code": 40, "errorMessage": "', many))],
    ['to an announcement', raw(/init$/, endless(JSON_TYPE, '{"uuid": "', many))],
    ['to a photo', raw(/upload/, endless(JSON_TYPE, '{"success": "', many))],
  ])('without end %s', async (_, habits) => {
    const { node, download } = await withNode(habits);
    await expectRefusal(download(), node, /more than the 1048576 bytes/);
  });

  it.each<[string, string]>([
    ['is no object', '[]'],
    ['is deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['has a code that is a text', '{"status": {"code": "40"}}'],
    ['has a progress that is a text', '{"status": {"code": 20}, "progress": "half"}'],
    ['has a prototype', '{"__proto__": {"status": {"code": 40}}}'],
    ['has an endless reason', JSON.stringify({ status: { code: 30, errorMessage: 'x'.repeat(70_000) } })],
  ])('a state that %s', async (_, state) => {
    const { node, download } = await withNode({ lies: [[INFO, 200, state]] });
    await expectRefusal(download(), node, /makes no sense|not JSON/);
  });

  it('a reason with what terminals obey', async () => {
    const { node, download } = await withNode({ failure: `bad\u001b[2J\r\nforged line ${'x'.repeat(5000)}` });
    await expectRefusal(download(), node, /could not process the photos: bad/);
  });

  it('a log without end is not shown, and the result comes all the same', async () => {
    const lines = JSON.stringify(Array.from({ length: 50_000 }, (_, index) => `line ${index}`));
    const { download } = await withNode({ lies: [[/output/, 200, lines]], questions: 2 });
    const { log, artifact } = await download();
    expect(artifact?.equals(RESULT)).toBe(true);
    expect(log.length).toBeLessThan(1000);
  });

  it('progress is told within bounds, whatever is said', () => {
    const told = (percent: number | null) => toldProgress({ state: 'running', percent, errorMessage: null })?.percent;
    expect([-1e308, -5, 0, 50, 100, 1e308, Infinity, null].map(told)).toEqual([20, 20, 20, 50, 80, 80, 80, null]);
  });
});

describe('D-4 a node that', () => {
  it('forgets the task fails it', async () => {
    const { node, download } = await withNode({ questions: 1e9 });
    const watch = setInterval(() => {
      for (const [id, { asked }] of node.tasks) if (asked > 2) (node.tasks as Map<string, unknown>).delete(id);
    }, 5);
    await expectRefusal(download(), node, /not found/).finally(() => clearInterval(watch));
  });

  it.each<[string, NodeHabits]>([
    ['goes away in the midst of an upload', { cutUploads: 1e9 }],
    ['goes away before an upload', { cut: { path: /init/, times: 1e9 } }],
  ])('%s is given up', async (_, habits) => {
    const { node, download } = await withNode(habits);
    await expectRefusal(download(), node, /connection to Fast one failed/);
    expect(node.asked.length).toBeLessThan(20);
  });

  it.each([/init$/, /upload/, /commit/, DOWNLOAD])('has faults at %s is given up after some tries', async (path) => {
    const { node, download } = await withNode({ lies: [[path, 500, '{"error": "out of order"}']] });
    await expectRefusal(download(), node, /answered 500: out of order/);
    expect(node.asked.filter((each) => path.test(each))).toHaveLength(3);
  });
});
