/**
 * A server of faulty routes in a process of its own, guarded as the service is. Prints its port; ends with 70 when its state
 * may be broken.
 */
import { EventEmitter } from 'node:events';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import Type from 'typebox';
import {
  closerOf,
  createFaults,
  createServer,
  Empty,
  guardProcess,
  route,
  type Route,
  type RouteContext,
} from '../../src/http/index.ts';
import { loadSettings } from '../../src/settings/index.ts';

type Context = RouteContext<unknown, unknown, unknown>;

/** What a handler of ours could do wrong. Each throws where its caller cannot catch it, and goes on for a while. */
const FAULTS: Readonly<Record<string, (context: Context) => void>> = {
  '/event-without-listener': () => process.nextTick(() => new EventEmitter().emit('error', new Error('of an event'))),
  '/stream-without-listener': () => void new PassThrough().destroy(new Error('of a stream')),
  '/timer': () => void setTimeout(() => fail('of a timer'), 1),
  '/promise': () => void delay(1).then(() => fail('of a promise')),
  // As a library could: the types of this code do not let it.
  '/not-an-error': () => void delay(1).then(() => Promise.reject('of a text' as unknown as Error)),
  '/body': ({ request }) => {
    request.raw.on('data', () => fail('of a listener of the body'));
  },
  '/end-of-body': ({ request }) => {
    request.raw.on('end', () => process.nextTick(() => fail('behind the body')));
    request.raw.on('data', () => undefined);
  },
  '/half-an-answer': ({ reply }) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-length': '10' });
    reply.raw.write('half');
    setTimeout(() => fail('behind half an answer'), 1);
  },
};

function fail(what: string): never {
  throw new Error(`fault ${what}`);
}

const common = { access: 'anonymous', tag: 'Test', response: { 200: Type.Any() } } as const;
const faulty = Object.entries(FAULTS).map(([path, fault]): Route =>
  route({
    ...common,
    method: 'POST',
    path,
    summary: 'A fault',
    stream: { type: 'text/plain' },
    handle: async (context) => {
      fault(context);
      await delay(60_000, undefined, { signal: context.signal }).catch(() => undefined);
    },
  }),
);
const sound = [
  route({ ...common, method: 'GET', path: '/version', summary: 'Answers', handle: () => Promise.resolve('sound') }),
  route({
    ...common,
    method: 'GET',
    path: '/slow',
    summary: 'Answers after a while',
    handle: () => delay(300, 'slow and sound'),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/outside',
    summary: 'A fault that belongs to no request',
    response: { 204: Empty },
    handle: ({ reply }) => {
      // A message comes from outside of every request, as those of children and of the database do.
      process.emit('message', 'fault', undefined);
      void reply.code(204);
      return Promise.resolve();
    },
  }),
];
const outside = new MessageChannel();
outside.port2.on('message', () => fail('of no request'));
process.on('message', () => outside.port1.postMessage(''));

const faults = createFaults(0, (fault) => console.log(`reported: ${String(fault)}`));
const server = await createServer({
  settings: loadSettings({ LOG_LEVEL: 'error' }),
  routes: [...faulty, ...sound],
  version: '0',
  access: {
    authenticate: () => Promise.resolve(undefined),
    organization: () => Promise.resolve(undefined),
    dataset: () => Promise.resolve(undefined),
    holds: () => Promise.resolve(false),
  },
  changed: () => undefined,
  faults,
});
const close = closerOf(server, 10_000);
guardProcess(faults, () => void close().then(() => process.exit(70)));
await server.listen({ host: '127.0.0.1', port: 0 });
console.log(`port ${(server.server.address() as AddressInfo).port}`);
