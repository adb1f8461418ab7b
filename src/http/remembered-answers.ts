import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readCredentials } from './credentials.ts';
import { type KnownFile, sendPart } from './send-part.ts';
import { sendWhole } from './send-whole.ts';

declare module 'fastify' {
  interface FastifyInstance {
    rememberedAnswers: RememberedAnswers | undefined;
  }
  interface FastifyRequest {
    /** `RememberedAnswers.now()` of before the access decision. */
    noticesBefore: number;
  }
}

/** Notices of what any process changed, as `Changes` of the database gives them. */
export interface Notices {
  /** False while notices cannot arrive; nothing may be remembered then. */
  readonly arriving: boolean;
  subscribe(listener: (topic: 'access' | 'files' | 'jobs' | 'everything', group: string) => void): void;
}

/**
 * Whole answers of one thing of a dataset that is open to everybody, to callers who name nobody: a map asks for the same tiles
 * again, and so do all others who look at it. They go out before the routes, hooks and the access decision, which take three
 * quarters of what a tile costs. So do parts of files, which programs and viewers read by thousands.
 *
 * Only what the access decision has let an anonymous caller see is put here, and any notice about rights, builds or files of the
 * dataset that came after this decision drops it, as in `createLookup`.
 */
export interface RememberedAnswers {
  /** Answers a request by what is remembered, and by the routes where there is nothing. */
  answer(request: IncomingMessage, response: ServerResponse, answerByRoutes: () => void): void;
  /**
   * Number of the last notice, to be taken before the access decision. While notices cannot arrive it is less than any: what is
   * looked up then may change without one.
   */
  now(): number;
  /** Remembers an answer, or the file that it is a part of. Its body must not change or be freed. */
  add(request: IncomingMessage, answer: NewAnswer): void;
}

export interface NewAnswer {
  readonly datasetId: string;
  /** `now()` of before the access decision. */
  readonly since: number;
  /** Pattern of the route, for the figures. */
  readonly route: string | undefined;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | string[] | undefined>>;
  /** All of the answer; undefined: it has a head only. */
  readonly body?: Uint8Array | undefined;
  /** The file that the answer is a range of: any range of it is answered then. */
  readonly file?: KnownFile;
}

interface Remembered extends Omit<NewAnswer, 'headers'> {
  /** Names and values in turns, without the number of the request. */
  readonly head: readonly string[];
}

/** A request that was answered. */
export interface Answered {
  readonly method: string;
  /** Pattern of its route; absent when there was none. */
  readonly route: string | undefined;
  readonly status: number;
  readonly seconds: number;
}

/** Bodies, most of which the caches of tiles hold, too; and some hundred bytes for the head of each. */
const MAX_BYTES = 32 * 1024 * 1024;
const HEAD_BYTES = 1024;
/** A tile of 512 pixels; larger answers cost more to send than to decide about. */
const MAX_BODY_BYTES = 512 * 1024;
/** Longest time an answer is remembered, should a notice ever be missed. */
const MAX_AGE_MS = 30_000;
/** Datasets whose last notice is known; more are forgotten together. */
const MAX_DATASETS = 10_000;
const REQUEST_ID = 'x-request-id';
/** Headers that each part of a file has for itself. */
const ANEW_OF_PARTS = [REQUEST_ID, 'content-range', 'content-length'];

/**
 * @param answered told of each request that is answered by what is remembered
 * @param withFiles whether files are remembered for their ranges; false where downloads are counted, as only the routes count them
 */
export function createRememberedAnswers(
  notices: Notices,
  answered: (answer: Answered) => void,
  withFiles = true,
): RememberedAnswers {
  const answers = new LRUCache<string, Remembered>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }, key) => (body?.length ?? 0) + HEAD_BYTES + key.length,
    ttl: MAX_AGE_MS,
  });
  let count = 0;
  /** Numbers of the last notice about everything, and about each dataset. */
  let ofEverything = 0;
  const ofDataset = new Map<string, number>();
  notices.subscribe((topic, group) => {
    count += 1;
    if (topic === 'jobs') return; // Their progress; what they make is told as a change of rights is.
    if (topic === 'files' && ofDataset.size < MAX_DATASETS) return void ofDataset.set(group, count);
    ofEverything = count;
    ofDataset.clear();
    answers.clear();
  });
  const isStale = ({ datasetId, since }: Pick<NewAnswer, 'datasetId' | 'since'>): boolean =>
    since < ofEverything || since < (ofDataset.get(datasetId) ?? 0);

  const find = (request: IncomingMessage): Remembered | undefined => {
    if (!notices.arriving || !mayRemember(request)) return undefined;
    const key = keyOf(request);
    const known = answers.get(key);
    if (known === undefined || !isStale(known)) return known;
    answers.delete(key);
    return undefined;
  };

  return {
    now: () => (notices.arriving ? count : -1),
    answer(request, response, answerByRoutes) {
      const known = find(request);
      if (known === undefined) return answerByRoutes();
      const { body, file, route, status } = known;
      const begun = performance.now();
      const tell = (): void => answered({ method: 'GET', route, status, seconds: (performance.now() - begun) / 1000 });
      const head = [REQUEST_ID, randomUUID(), ...known.head];
      if (file === undefined) {
        response.once('close', tell);
        response.writeHead(status, head).end(body);
        return;
      }
      sendPart(request, response, file, head)
        .then((isSent) => (isSent ? response.once('close', tell) : answerByRoutes()))
        .catch((fault: Error) => response.destroy(fault));
    },
    add(request, { headers, ...answer }) {
      if (!notices.arriving || !mayRemember(request) || isStale(answer)) return;
      const { body, file } = answer;
      if ((body !== undefined && body.length > MAX_BODY_BYTES) || (file !== undefined && !withFiles)) return;
      const anew = file === undefined ? [REQUEST_ID] : ANEW_OF_PARTS;
      const head = Object.entries(headers).flatMap(([name, value]) =>
        value === undefined || anew.includes(name) ? [] : [name, String(value)],
      );
      answers.set(keyOf(request), { ...answer, head });
    },
  };
}

/** Names nobody, asks for the thing itself and sends nothing. A token in the address is found by the code that adds the answer. */
function mayRemember({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers.authorization === undefined &&
    headers.cookie === undefined &&
    headers['if-range'] === undefined &&
    headers['x-download-check'] === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  );
}

/** All that an answer can depend on. */
function keyOf({ url, headers }: IncomingMessage): string {
  const { host, accept, origin } = headers;
  return [
    url,
    host,
    accept,
    headers['accept-encoding'],
    origin,
    headers['if-none-match'],
    headers['if-modified-since'],
    headers.range === undefined ? 'whole' : 'part',
  ].join('\n');
}

/**
 * Lets remembered answers go out before the routes are asked, until the server closes. To be called before hooks that refuse
 * requests are added.
 */
export function addRememberedAnswers(app: FastifyInstance, answers: RememberedAnswers | undefined): void {
  app.decorate('rememberedAnswers', answers);
  app.decorateRequest('noticesBefore', 0);
  if (answers === undefined) return;
  app.addHook('onRequest', (request, _reply, done) => {
    request.noticesBefore = answers.now();
    done();
  });
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true; // It is the routes that tell so.
    done();
  });
  const { server } = app;
  const routes = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const answerByRoutes = (): void => routes.forEach((answer) => answer(request, response));
    if (isClosing) answerByRoutes();
    else answers.answer(request, response, answerByRoutes);
  });
}

/**
 * Sends a whole answer as `sendWhole` does, and remembers it for the next callers, where this one names nobody.
 *
 * @param body must not change or be freed
 */
export function sendLasting(reply: FastifyReply, body?: Uint8Array): FastifyReply {
  sendWhole(reply, body);
  remember(reply, { body });
  return reply;
}

/** Remembers the file that a sent range is of, where the caller of the range names nobody. */
export function rememberPart(reply: FastifyReply, file: KnownFile): void {
  if (reply.statusCode === 206) remember(reply, { file });
}

function remember(reply: FastifyReply, content: Pick<NewAnswer, 'body' | 'file'>): void {
  const { request, server } = reply;
  const { rememberedAnswers: answers } = server;
  if (answers === undefined) return;
  const { caller, dataset } = request.admission;
  if (dataset === undefined || caller !== undefined || readCredentials(request).length > 0) return;
  answers.add(request.raw, {
    ...content,
    datasetId: dataset.id,
    since: request.noticesBefore,
    route: request.routeOptions.url,
    status: reply.statusCode,
    headers: reply.getHeaders(),
  });
}
