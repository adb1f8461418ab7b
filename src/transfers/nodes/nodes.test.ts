import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OutboundError } from '../outbound/index.ts';
import { NodeInfo, readAnswer } from './answers.ts';
import { formBody } from './form.ts';
import { createProcessingNodes } from './nodes.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-nodes-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('forms are what another program reads, as long as they say', async () => {
  const path = join(folder, 'part');
  const text = fc.string({ unit: 'binary' }).map((each) => each.replaceAll(/\r\n?|\n/g, '\r\n'));
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), text, { noNullPrototype: true }),
      fc.uint8Array({ maxLength: 5000 }),
      async (fields, bytes) => {
        await writeFile(path, bytes);
        const { headers, body } = formBody(fields, [{ field: 'Images', name: 'a-1_b.jpg', path, size: bytes.length }]);
        const sent = await buffer(body);
        expect(sent.length).toBe(Number(headers['content-length']));
        const form = await new Response(sent, { headers }).formData();
        for (const [name, value] of Object.entries(fields)) expect(form.get(name)).toBe(value.toWellFormed());
        const file = form.get('Images') as File;
        expect([file.name, Buffer.from(await file.arrayBuffer()).equals(bytes)]).toEqual(['a-1_b.jpg', true]);
      },
    ),
    { numRuns: 50 },
  );
});

it('answers are what they are to be, or refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(outcomeOf(text)).toMatch(/^(with a version|OutboundError lasting)$/);
    }),
  );
  expect(readAnswer(NodeInfo, '{"version": "2", "maxImages": null, "more": [1]}', 'it')).toMatchObject({
    version: '2',
  });
});

function outcomeOf(text: string): string {
  try {
    return 'version' in readAnswer(NodeInfo, text, 'it') ? 'with a version' : 'something';
  } catch (cause) {
    const { name, fault } = cause as OutboundError;
    return `${name} ${fault}`;
  }
}

it('nodes without ids get some, and the first is taken unless one is named', () => {
  const url = 'http://node.example/odm?x=1';
  const { list, find } = nodesAt([{ url }, { url, title: 'Other' }, { id: 'x', url }]);
  expect(list.map(({ id, title }) => [id, title])).toEqual([
    ['default', 'default'],
    ['node-2', 'Other'],
    ['x', 'x'],
  ]);
  expect([find(null)?.id, find('x')?.id, find('X')]).toEqual(['default', 'x', undefined]);
});

/** Nodes that are given up when they are silent for so long. */
function nodesAt(nodeOdm: Parameters<typeof createProcessingNodes>[0]['nodeOdm'], silentSeconds = 0.3) {
  return createProcessingNodes(
    { nodeOdm, remoteNodeRequestTimeoutSeconds: silentSeconds },
    { retries: 0, firstDelayMs: 1 },
  );
}

const UUID = '00000000-0000-4000-8000-000000000001';
/** Several times what sockets of both sides take without being read, which is some 12 MB. */
const LARGE = 48 * 2 ** 20;

/** Sends a large photo to a node whose uploads are taken like this. */
async function sendTo(take: (request: IncomingMessage) => Promise<unknown>, silentSeconds?: number): Promise<string> {
  const path = join(folder, 'photo');
  await writeFile(path, Buffer.alloc(LARGE));
  const server = createServer((request, response) => {
    if (request.url?.includes('upload'))
      return void take(request).then((answer) => response.end(JSON.stringify(answer)));
    request.resume();
    return void response.end(JSON.stringify({ uuid: UUID }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const [node] = nodesAt(
    [{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/odm` }],
    silentSeconds,
  ).list;
  const photos = [{ field: 'images', name: 'a.jpg', path, size: LARGE }];
  try {
    const submission = { id: UUID, name: 'x', options: [], photos, onBytes: () => undefined };
    return await node!.tasks.submit(submission, AbortSignal.timeout(120_000));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

it('an upload takes as long as it takes, while the node takes something', async () => {
  const begin = performance.now();
  const uuid = await sendTo(async (request) => {
    let taken = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      const before = Math.floor(taken / 2 ** 22);
      taken += chunk.length;
      // What lies in the sockets at the end, when nothing more is sent, is taken within two seconds.
      if (Math.floor(taken / 2 ** 22) > before) await sleep(500);
    }
    return { success: taken > LARGE };
  }, 5);
  expect(uuid).toBe(UUID);
  expect(performance.now() - begin).toBeGreaterThan(5500);
});

it('an upload that nobody takes is given up', async () => {
  await expect(sendTo(() => new Promise(() => undefined))).rejects.toMatchObject({
    fault: 'passing',
    message: expect.stringMatching(/default did not answer/),
  });
});
