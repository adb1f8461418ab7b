import type { IncomingMessage, ServerResponse } from 'node:http';
import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { type Answered, createRememberedAnswers, type NewAnswer, type Notices } from './remembered-answers.ts';

function setUp() {
  const listeners: Parameters<Notices['subscribe']>[0][] = [];
  const notices = { arriving: true, subscribe: (listener: (typeof listeners)[0]) => void listeners.push(listener) };
  const told: Answered[] = [];
  const answers = createRememberedAnswers(notices, (answer) => told.push(answer));
  const tell: (typeof listeners)[0] = (topic, group) => listeners.forEach((listener) => listener(topic, group));
  return { answers, notices, tell, told };
}

const asked = (headers: Record<string, string> = {}, url = '/orgs/a/ds/b/tiles/1/2/3.png', method = 'GET') =>
  ({ method, url, headers }) as unknown as IncomingMessage;

const answerOf = (more: Partial<NewAnswer> = {}): NewAnswer => ({
  datasetId: 'one',
  since: 0,
  route: '/orgs/:orgSlug/ds/:dsSlug/tiles',
  status: 200,
  headers: { etag: '"1"', 'x-request-id': 'the first', 'content-length': 3 },
  body: Buffer.from('abc'),
  ...more,
});

/** What is sent for a request; `undefined` where it is left to the routes. */
function sent({ answers }: Pick<ReturnType<typeof setUp>, 'answers'>, request: IncomingMessage) {
  let isSent = true;
  const head: unknown[] = [];
  const bodies: unknown[] = [];
  const raw = Object.assign(new EventEmitter(), {
    writeHead: (status: number, headers: readonly string[]) => (head.push(status, [...headers]), raw),
    end: (body: unknown) => (bodies.push(body), raw.emit('close')),
  });
  answers.answer(request, raw as unknown as ServerResponse, () => (isSent = false));
  return isSent ? { head, body: bodies[0] } : undefined;
}

it('sends the same head and body with another number of the request, and counts the request', () => {
  const { answers, told } = setUp();
  answers.add(asked(), answerOf());
  const [one, other] = [sent({ answers }, asked())!, sent({ answers }, asked())!];
  expect(one.body).toEqual(Buffer.from('abc'));
  expect(one.head).toEqual([
    200,
    ['x-request-id', expect.stringMatching(/^[0-9a-f-]{36}$/), 'etag', '"1"', 'content-length', '3'],
  ]);
  expect(other.head).not.toEqual(one.head);
  expect(told).toEqual([1, 2].map(() => expect.objectContaining({ method: 'GET', status: 200 })));
});

it.each<[string, IncomingMessage]>([
  ['a password', asked({ authorization: 'Basic YTpi' })],
  ['an empty password', asked({ authorization: '' })],
  ['a cookie', asked({ cookie: 'jwtToken=1' })],
  ['a part of it', asked({ range: 'bytes=0-1' })],
  ['a part of what has not changed', asked({ range: 'bytes=0-1', 'if-range': '"1"' })],
  ['a question for the limits of downloads', asked({ 'x-download-check': '1' })],
  ['a body', asked({ 'content-length': '1' })],
  ['a body of unknown length', asked({ 'transfer-encoding': 'chunked' })],
  ['another method', asked({}, undefined, 'HEAD')],
  ['another address', asked({}, '/orgs/a/ds/b/tiles/1/2/3.png?token=1')],
  ['another host', asked({ host: 'example.org' })],
  ['another coding', asked({ 'accept-encoding': 'gzip' })],
  ['another type', asked({ accept: 'image/webp' })],
  ['another origin', asked({ origin: 'https://example.org' })],
  ['a validator', asked({ 'if-none-match': '"1"' })],
  ['a date', asked({ 'if-modified-since': 'Sun, 29 Nov 2026 00:00:00 GMT' })],
])('leaves a request with %s to the routes', (_, request) => {
  const { answers } = setUp();
  answers.add(asked(), answerOf());
  expect(sent({ answers }, request)).toBeUndefined();
  expect(sent({ answers }, asked())).toBeDefined();
});

it.each<[string, Parameters<ReturnType<typeof setUp>['tell']>, boolean]>([
  ['files of the dataset', ['files', 'one'], false],
  ['rights', ['access', ''], false],
  ['builds, which are told as rights are', ['access', 'one'], false],
  ['anything, when notices were missed', ['everything', ''], false],
  ['files of another dataset', ['files', 'other'], true],
  ['progress of a build', ['jobs', 'one'], true],
])('after a notice of %s', (_, notice, isKept) => {
  const { answers, tell } = setUp();
  answers.add(asked(), answerOf());
  tell(...notice);
  expect(sent({ answers }, asked()) !== undefined).toBe(isKept);
});

it('remembers nothing that was decided before a notice, and what is decided after it', () => {
  const { answers, tell } = setUp();
  const since = answers.now();
  tell('files', 'one');
  answers.add(asked(), answerOf({ since }));
  expect(sent({ answers }, asked())).toBeUndefined();
  answers.add(asked(), answerOf({ since: answers.now() }));
  expect(sent({ answers }, asked())).toBeDefined();
});

it('remembers and sends nothing while notices cannot arrive', () => {
  const { answers, notices } = setUp();
  answers.add(asked(), answerOf());
  notices.arriving = false;
  expect(sent({ answers }, asked())).toBeUndefined();
  answers.add(asked({}, '/other'), answerOf());
  notices.arriving = true;
  expect(sent({ answers }, asked({}, '/other'))).toBeUndefined();
});

it('remembers nothing that was decided while notices could not arrive', () => {
  const { answers, notices } = setUp();
  notices.arriving = false;
  const since = answers.now();
  notices.arriving = true;
  answers.add(asked(), answerOf({ since }));
  expect(sent({ answers }, asked())).toBeUndefined();
});

it('forgets all when more datasets change than it can tell apart', () => {
  const { answers, tell } = setUp();
  answers.add(asked(), answerOf());
  for (let dataset = 0; dataset < 10_001; dataset += 1) tell('files', String(dataset));
  expect(sent({ answers }, asked())).toBeUndefined();
});

it('keeps no answer that is larger than a tile', () => {
  const { answers } = setUp();
  answers.add(asked(), answerOf({ body: Buffer.alloc(600 * 1024) }));
  expect(sent({ answers }, asked())).toBeUndefined();
});
