import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Something that speaks like another instance and says what a test wants it to say. */
export interface FalsePeer extends AsyncDisposable {
  readonly url: string;
  /** Method and address of every request, in order. */
  readonly requests: readonly string[];
  /** Ends connections that are open now. */
  cut(): void;
}

type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

export interface FalseEntry {
  readonly path: string;
  readonly type: number;
  readonly size: number;
  readonly hash: string | null;
}

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** A file as an honest instance lists it. */
export const fileEntry = (path: string, bytes: Uint8Array | string): FalseEntry => ({
  path,
  type: 2,
  size: Buffer.byteLength(bytes),
  hash: sha256(bytes),
});

export const folderEntry = (path: string): FalseEntry => ({ path, type: 1, size: 0, hash: null });

export interface FalseAnswers {
  /** Entries of a folder; empty path: the root. */
  readonly list?: (path: string) => unknown;
  /** The stamp; absent: there is none, as with an older instance. */
  readonly stamp?: () => unknown;
  /** Values of metadata. */
  readonly dump?: () => unknown;
  readonly download?: Answer;
  /** Slugs of the datasets. */
  readonly datasets?: readonly string[];
  /** Asked first; true: it has answered. */
  readonly first?: (...call: Parameters<Answer>) => boolean;
}

export const DATASET = '/orgs/there/ds/flight';

/** Starts a peer with one organization `there`; anyone who signs in is let in. */
export async function startFalsePeer({
  list,
  stamp,
  dump,
  download,
  datasets = ['flight'],
  first,
}: FalseAnswers): Promise<FalsePeer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://peer');
    requests.push(`${request.method} ${request.url}`);
    if (first?.(request, response, url)) return;
    const json = (value: unknown): void => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(value));
    };
    if (url.pathname === '/users/authenticate') return json({ token: 'a.b.c', username: 'x', expires: 1 });
    if (url.pathname === '/orgs/there/ds') return json(datasets.map((slug) => ({ slug, size: 1000, properties: {} })));
    if (url.pathname.endsWith('/stamp') && stamp) return json(stamp());
    if (url.pathname.endsWith('/meta/dump') && dump) return json(dump());
    if (url.pathname.endsWith('/list')) return json(list?.(url.searchParams.get('path') ?? '') ?? []);
    if (url.pathname.endsWith('/download') && download) return download(request, response, url);
    response.statusCode = 404;
    return json({ error: 'There is nothing here' });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    cut: () => server.closeAllConnections(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
