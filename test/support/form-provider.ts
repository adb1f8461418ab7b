import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a form-posting provider was sent. */
export interface Asked {
  readonly form: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
}

/** A form-posting sign-in provider for tests: what it answers is set by the test. */
export interface TestFormProvider extends AsyncDisposable {
  readonly url: string;
  readonly asked: Asked[];
  /** Answers requests from now on; default: 401. */
  answer: (asked: Asked, response: ServerResponse) => void;
}

export async function startFormProvider(): Promise<TestFormProvider> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
      asked.push({ form, headers: request.headers });
      provider.answer(asked.at(-1)!, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const provider: TestFormProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/check`,
    asked,
    answer: (_asked, response) => void response.writeHead(401).end(),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
  return provider;
}

/** Lets in anyone who sends this pair, with these facts. */
export const knows =
  (userName: string, password: string, facts: Readonly<Record<string, unknown>> = {}): TestFormProvider['answer'] =>
  ({ form }, response) => {
    if (form['username'] !== userName || form['password'] !== password) return void response.writeHead(403).end();
    sendJson(response, { username: userName, ...facts });
  };

export function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
