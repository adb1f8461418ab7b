/**
 * A real OpenID Connect provider for tests: the npm package oidc-provider on 127.0.0.1, with its own pages for signing in
 * and consent, driven as a browser would.
 */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** Claims of the people the provider knows, by subject. */
export type People = Map<string, Readonly<Record<string, unknown>>>;

export interface TestOpenIdProvider extends AsyncDisposable {
  readonly issuer: string;
  readonly people: People;
  /** Registers the service that users come back to; nobody can sign in before. */
  register(serviceUrl: string): void;
  /** Signs somebody in on the provider's pages. @returns the address the provider sends the browser back to */
  visit(address: string, subject: string): Promise<URL>;
  /** Changes his mind on the first of those pages. */
  cancel(address: string): Promise<URL>;
  /** Answers every request with 503, or no longer. */
  setAway(away: boolean): void;
  /** Bodies and queries of everything it was asked, for tests of what is sent. */
  readonly asked: string[];
}

export const CLIENT = { id: 'alidade-test', secret: 'a secret of this service at the provider' } as const;

/** @param host name it is reached by; `localhost` is another site than 127.0.0.1 to a browser */
export async function startOpenIdProvider(host = '127.0.0.1'): Promise<TestOpenIdProvider> {
  const people: People = new Map();
  const asked: string[] = [];
  let answer: RequestListener = (_request, response) => response.writeHead(404).end();
  let away = false;
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (away) response.writeHead(503).end();
    else answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`;

  return {
    issuer,
    people,
    asked,
    setAway: (value) => (away = value),
    register(serviceUrl) {
      answer = createProvider(issuer, people, serviceUrl).callback();
    },
    visit: async (address, subject) => {
      const browser = createBrowser(issuer);
      const login = await browser.follow(address);
      const consent = await browser.submit(login, { prompt: 'login', login: subject, password: 'any' });
      return browser.submit(consent, { prompt: 'consent' });
    },
    cancel: async (address) => {
      const browser = createBrowser(issuer);
      return browser.follow(`${(await browser.follow(address)).href}/abort`);
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function createProvider(issuer: string, people: People, serviceUrl: string): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${serviceUrl}/users/openid/callback`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email'], groups: ['groups'] },
    pkce: { required: () => true },
    cookies: { keys: ['a key of the test'] },
    findAccount: (_context: unknown, subject: string) => ({
      accountId: subject,
      claims: () => ({ sub: subject, ...people.get(subject) }),
    }),
  });
}

/** Follows redirects of the provider and keeps its cookies, as a browser does. */
function createBrowser(issuer: string) {
  const cookies = new Map<string, string>();
  const MAX_STEPS = 10;

  async function follow(address: string, init: RequestInit = {}): Promise<URL> {
    let url = new URL(address, issuer);
    let request = init;
    for (let step = 0; step < MAX_STEPS; step += 1) {
      if (url.origin !== issuer) return url;
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(url, { ...request, headers: { cookie }, redirect: 'manual' });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const location = answer.headers.get('location');
      if (location === null) {
        if (!answer.ok)
          throw new Error(`The provider answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
        await answer.body?.cancel();
        return url;
      }
      await answer.body?.cancel();
      url = new URL(location, url);
      request = {};
    }
    throw new Error(`More than ${MAX_STEPS} redirects`);
  }

  return {
    follow,
    submit: (page: URL, fields: Readonly<Record<string, string>>) =>
      follow(page.href, { method: 'POST', body: new URLSearchParams(fields) }),
  };
}
