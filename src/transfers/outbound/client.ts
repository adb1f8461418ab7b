import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream/promises';
import { checkTarget, guardedLookup, systemResolve, type Resolve } from './guarded-lookup.ts';
import { asOutboundError, OutboundError } from './outbound-error.ts';
import { isRedirect, redirectTarget } from './redirect.ts';
import type { TargetPolicy } from './target-policy.ts';
import { watchedBody } from './watched-body.ts';

export interface OutboundRequest {
  /** A POST is never redirected: what it carries is meant for this address alone. */
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes are sent as fast as they are taken, and read once. */
  readonly body?: string | AsyncIterable<Uint8Array>;
  /** The header of this name; it is dropped by a redirect to another origin. */
  readonly authorization?: string | undefined;
  readonly signal: AbortSignal;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Host that answered, after redirects. */
  readonly host: string;
  /** The body, at most so many bytes, to be read once. */
  body(maxBytes: number): AsyncGenerator<Uint8Array>;
  /** Ends an answer whose body nobody wants. */
  drop(): void;
}

/** HTTP to services that somebody named: whatever they are and answer, it reaches public addresses only and ends. */
export interface OutboundClient {
  /** @throws OutboundError; the signal's reason */
  send(url: URL, request: OutboundRequest): Promise<OutboundAnswer>;
  /** Closes the connections that were kept open. */
  close(): void;
}

export interface OutboundOptions {
  readonly policy: TargetPolicy;
  readonly maxRedirects: number;
  /** Longest time until the head of an answer is there after bytes were last taken, and longest pause within its body. */
  readonly idleMs: number;
  /** Connections kept to one host. */
  readonly connections: number;
  readonly resolve?: Resolve;
}

export function createOutboundClient(options: OutboundOptions): OutboundClient {
  const { policy, maxRedirects, idleMs, connections } = options;
  const lookup = guardedLookup(policy, options.resolve ?? systemResolve);
  const agentOptions = { keepAlive: true, maxSockets: connections, lookup };
  const agents = { 'http:': new http.Agent(agentOptions), 'https:': new https.Agent(agentOptions) };

  const sendOnce = (url: URL, { method = 'GET', headers, body, authorization, signal }: OutboundRequest) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const secure = url.protocol === 'https:';
      const request = (secure ? https : http).request(url, {
        agent: agents[secure ? 'https:' : 'http:'],
        method,
        headers: {
          ...headers,
          // What comes is what is counted: no answer may grow after it was measured.
          'accept-encoding': 'identity',
          ...(authorization === undefined ? {} : { authorization }),
        },
      });
      const silent = new OutboundError('passing', `${url.host} did not answer within ${Math.ceil(idleMs / 1000)} s.`);
      const timer = setTimeout(() => request.destroy(silent), idleMs);
      // Not the option `signal`: it destroys the socket with an error that nobody hears once a short answer is complete.
      let stop = (): void => void request.destroy();
      const aborted = (): void => stop();
      signal.addEventListener('abort', aborted);
      request.once('close', () => signal.removeEventListener('abort', aborted));
      let isAnswered = false;
      request.once('response', (message) => {
        isAnswered = true;
        clearTimeout(timer);
        message.on('error', () => undefined); // The reader of the body is told; nobody reads a dropped one.
        stop = () => void message.destroy();
        resolve(message);
      });
      request.on('error', (cause) => {
        clearTimeout(timer);
        reject(asOutboundError(cause, url.host, signal) as Error);
      });
      if (body === undefined || typeof body === 'string') return void request.end(body);
      const taken = (): void => void (isAnswered || timer.refresh());
      pipeline(told(body, taken), request).catch((cause: Error) => request.destroy(cause));
    });

  return {
    async send(first, request) {
      let url = first;
      let { authorization } = request;
      for (let followed = 0; ; followed += 1) {
        request.signal.throwIfAborted();
        checkTarget(url, policy);
        const message = await sendOnce(url, { ...request, authorization });
        if (!isRedirect(message.statusCode)) return answerOf(message, url.host, idleMs, request.signal);
        message.destroy();
        const target = redirectTarget(url, message.headers.location);
        if (request.method === 'POST') {
          throw new OutboundError('lasting', `${url.host} redirects to ${target.origin}; give that address.`);
        }
        if (followed >= maxRedirects) {
          throw new OutboundError('refused', `${first.host} redirects more than ${maxRedirects} times.`);
        }
        if (target.origin !== url.origin) authorization = undefined;
        url = target;
      }
    },

    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** Bytes, and a word whenever the other side has taken some: it is slow then, not silent. */
async function* told(body: AsyncIterable<Uint8Array>, taken: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    yield chunk;
    taken();
  }
}

function answerOf(message: IncomingMessage, host: string, idleMs: number, signal: AbortSignal): OutboundAnswer {
  const encoding = message.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    message.destroy();
    // Only a name is repeated: whatever else stands there may be what the request held.
    const way = /^[a-z]{1,16}$/i.test(encoding) ? ` (${encoding})` : '';
    throw new OutboundError('lasting', `${host} compresses${way} what it was asked to send as it is.`);
  }
  return {
    status: message.statusCode ?? 0,
    headers: message.headers,
    host,
    body: (maxBytes) => watchedBody(message, { host, maxBytes, idleMs, signal }),
    drop: () => void message.destroy(),
  };
}
