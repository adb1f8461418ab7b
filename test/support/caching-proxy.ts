import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A shared cache before a service, as strict as RFC 9111 lets it be and no stricter. */
export interface CachingProxy extends AsyncDisposable {
  readonly url: string;
  /** Answers it gave without asking the service for the bytes. */
  hits(): number;
}

interface Stored {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  /** Values the request had in the fields that `Vary` names. */
  readonly varied: Readonly<Record<string, string | undefined>>;
}

/** Starts one. It keeps what is not forbidden to be kept, and asks again (`If-None-Match`) before it gives it away. */
export async function startCachingProxy(target: string): Promise<CachingProxy> {
  const kept = new Map<string, Stored[]>();
  let hits = 0;

  const answer = async (request: IncomingMessage): Promise<Pick<Stored, 'status' | 'headers' | 'body'>> => {
    const address = request.url ?? '/';
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name, value]) => name !== 'host' && typeof value === 'string'),
    ) as Record<string, string>;
    const isSame = ({ varied }: Stored): boolean =>
      Object.entries(varied).every(([name, value]) => headers[name] === value);
    const stored = kept.get(address)?.find(isSame);
    const etag = stored?.headers.get('etag');
    const asked = await fetch(target + address, {
      headers: { ...headers, ...(etag ? { 'if-none-match': etag } : {}) },
    });
    const body = Buffer.from(await asked.arrayBuffer());
    if (stored && asked.status === 304) {
      hits += 1;
      return stored;
    }
    if (mayKeep(asked, headers)) {
      const fields = (asked.headers.get('vary') ?? '')
        .toLowerCase()
        .split(/\s*,\s*/)
        .filter(Boolean);
      const varied = Object.fromEntries(fields.map((name) => [name, headers[name]]));
      kept.set(address, [...(kept.get(address) ?? []), { status: asked.status, headers: asked.headers, body, varied }]);
    }
    return { status: asked.status, headers: asked.headers, body };
  };

  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, body }) => response.writeHead(status).end(body),
      () => response.writeHead(502).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits: () => hits,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function mayKeep(answer: Response, requestHeaders: Readonly<Record<string, string>>): boolean {
  const control = answer.headers.get('cache-control') ?? '';
  if (answer.status !== 200 || /no-store|private/.test(control) || answer.headers.get('vary') === '*') return false;
  return requestHeaders['authorization'] === undefined || /public|must-revalidate|s-maxage/.test(control);
}
