import type { Static, TSchema } from 'typebox';
import { bringFile } from '../addresses/bring-file.ts';
import { partOf } from '../addresses/kept-part.ts';
import {
  createOutboundClient,
  OutboundError,
  requireOk,
  wholeBody,
  type OutboundRequest,
  type RetryLimits,
} from '../outbound/index.ts';
import { plainText } from '../plain-text.ts';
import { readAnswer } from './answers.ts';

/** Where a node is, and what it is asked with. */
export interface NodeAddress {
  readonly title: string;
  readonly url: string;
  readonly token: string | undefined;
  /** Longest time it may send or take nothing. */
  readonly silenceMs: number;
  readonly retry: RetryLimits;
}

/** Asks one node. Errors are OutboundErrors that name it by its title, without its address and token. */
export interface NodeCaller {
  /** @param path without slash at its begin */
  ask<S extends TSchema>(path: string, schema: S, question: NodeQuestion): Promise<Static<S>>;
  /** @returns bytes of the file */
  fetch(path: string, file: NodeFile, signal: AbortSignal): Promise<number>;
  /** Words of the node as they may be shown. */
  clean(text: string): string;
}

export interface NodeQuestion extends OutboundRequest {
  /** In words, for errors: `the upload of a.jpg`. */
  readonly what: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Most bytes of the answer; a megabyte unless told. */
  readonly maxBytes?: number;
}

export interface NodeFile {
  /** Absolute path. */
  readonly to: string;
  readonly maxBytes: number;
  /** Asks whether so many bytes may come; throws when they may not. */
  readonly room: (bytes: number) => Promise<void>;
  readonly onBytes: (bytes: number, of: number | undefined) => void;
}

const MAX_ANSWER = 2 ** 20;

/** Nodes are named by administrators, wherever they are. */
const EVERYWHERE = { refuseHost: () => undefined, refuseAddress: () => undefined };

export function createNodeCaller({ title, url, token, silenceMs, retry }: NodeAddress): NodeCaller {
  const base = new URL(url);
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  const open = () => createOutboundClient({ policy: EVERYWHERE, maxRedirects: 0, idleMs: silenceMs, connections: 1 });
  const addressOf = (path: string, query: Readonly<Record<string, string>> = {}): URL => {
    const address = new URL(path, base);
    for (const [name, text] of Object.entries(query)) address.searchParams.set(name, text);
    if (token !== undefined) address.searchParams.set('token', token);
    return address;
  };
  const clean = (text: string): string => {
    const told = text.replaceAll(base.host, title).replaceAll(base.hostname, title);
    return token ? told.replaceAll(token, '***').replaceAll(encodeURIComponent(token), '***') : told;
  };
  const cleaned = (cause: unknown): unknown => {
    if (!(cause instanceof OutboundError)) return cause;
    return new OutboundError(cause.fault, plainText(clean(cause.message)), { retryAfterMs: cause.retryAfterMs });
  };
  /** Connections are not kept: between two questions nodes close them. */
  async function withClient<T>(use: (client: ReturnType<typeof open>) => Promise<T>): Promise<T> {
    const client = open();
    try {
      return await use(client);
    } catch (cause) {
      throw cleaned(cause);
    } finally {
      client.close();
    }
  }

  return {
    clean,

    ask: (path, schema, { what, query, maxBytes = MAX_ANSWER, ...request }) =>
      withClient(async (client) => {
        const answer = await client.send(addressOf(path, query), request);
        await requireOk(answer);
        return readAnswer(schema, await wholeBody(answer.body(maxBytes)), what);
      }),

    fetch: (path, { to, maxBytes, room, onBytes }, signal) =>
      withClient((client) => {
        const allow = async (bytes: number): Promise<void> => {
          if (bytes > maxBytes)
            throw new OutboundError('lasting', `The result of ${title} has more than the ${maxBytes} bytes allowed.`);
          await room(bytes);
        };
        // A node that is asked again sends its result from the start.
        const part = partOf(to);
        const otherPart = () => Promise.resolve(part);
        return bringFile({ client, address: addressOf(path), allow, part, otherPart, onBytes, retry }, signal).then(
          ({ bytes }) => bytes,
        );
      }),
  };
}
