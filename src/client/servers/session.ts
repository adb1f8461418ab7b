import Type, { type Static } from 'typebox';
import { connect, type Authorize, type Connection } from '../http/connection.ts';
import type { OnWait } from '../http/retries.ts';
import { ServerError } from '../http/server-error.ts';
import type { ChosenServer } from './choose-server.ts';
import { changeServers, type KnownServer } from './server-file.ts';

const SessionBody = Type.Object({ username: Type.String(), token: Type.String(), expires: Type.Integer() });
export type Session = Static<typeof SessionBody>;

/**
 * Signs in with name and password.
 *
 * @throws ServerError 401 for a wrong one, 404 where no Alidade server is, 429 after too many
 */
export function signIn(url: URL, userName: string, password: string, signal: AbortSignal): Promise<Session> {
  const refused = connect(url, () => Promise.resolve(undefined), 'Check the name and the password.');
  const request = {
    route: 'POST /users/authenticate',
    json: { userName, password },
    signal,
  } as const;
  return refused.json(request, SessionBody).catch((cause: unknown) => {
    if (cause instanceof ServerError && cause.status === 401)
      throw new ServerError(
        401,
        `${url.href} does not know this name and password. Where people sign in at another place (single sign-on), ` +
          'make an access token on the page /account and use: alidade login --token-stdin.',
        true,
      );
    if (cause instanceof ServerError && cause.status === 404)
      throw new ServerError(
        404,
        `No Alidade server answers at ${url.href}. Write its address without that of a page, like ${url.origin}.`,
        true,
      );
    throw cause;
  });
}

/**
 * A server with the credentials that were chosen for it.
 *
 * @param file where tokens that are renewed are kept
 * @param onWait told of waits before a request is sent again
 */
export function connectWith({ url, credentials }: ChosenServer, file: string, onWait?: OnWait): Connection {
  const to = (authorize: Authorize, explainRefusal: string) => connect(url, authorize, explainRefusal, onWait);
  switch (credentials.kind) {
    case 'none':
      return to(() => Promise.resolve(undefined), `Sign in: alidade login ${url.href}`);
    case 'token':
      return to(() => Promise.resolve(bearer(credentials.token)), 'Check ALIDADE_TOKEN: it may have ended.');
    case 'password': {
      let session: Promise<Session> | undefined;
      const { userName, password } = credentials;
      return to(
        async (signal) => bearer((await (session ??= signIn(url, userName, password, signal))).token),
        'Check ALIDADE_USER and ALIDADE_PASSWORD.',
      );
    }
    case 'known':
      return to(renewing(url, credentials.known, file), `Sign in again: alidade login ${url.href}`);
  }
}

/** The token of a server, renewed when half of its time is over. */
function renewing(url: URL, known: KnownServer, file: string): Authorize {
  let current = known;
  let renewal: Promise<KnownServer> | undefined;
  return async (signal) => {
    if (isDue(current)) {
      renewal ??= renew(url, current, file, signal).finally(() => (renewal = undefined));
      current = await renewal.catch((cause: unknown) => {
        signal.throwIfAborted();
        // The token is good still: the request itself tells when it is not.
        if (cause instanceof ServerError && cause.status === 401) throw cause;
        return current;
      });
    }
    return bearer(current.token);
  };
}

function isDue({ issued, expires }: KnownServer): boolean {
  if (expires === undefined) return false; // An access token is what it is until its end.
  const now = Date.now() / 1000;
  return now > ((issued ?? 0) + expires) / 2 && now < expires;
}

/** Renews a session, unless another process has done so meanwhile: then that is taken. */
async function renew(url: URL, known: KnownServer, file: string, signal: AbortSignal): Promise<KnownServer> {
  let current = known;
  await changeServers(file, signal, async (servers) => {
    const kept = servers.servers.find((server) => server.url === known.url);
    const isNewer = kept?.userName === known.userName && kept.token !== known.token && !isDue(kept);
    current = isNewer ? kept : await askForRenewal(url, known, signal);
    if (isNewer || kept?.token !== known.token) return servers; // Signed in anew, or out: that counts.
    return { ...servers, servers: servers.servers.map((server) => (server === kept ? current : server)) };
  });
  return current;
}

async function askForRenewal(url: URL, { token }: KnownServer, signal: AbortSignal): Promise<KnownServer> {
  const request = { route: 'POST /users/authenticate/refresh', signal } as const;
  const own = connect(url, () => Promise.resolve(bearer(token)), `Sign in again: alidade login ${url.href}`);
  return knownServer(url, await own.json(request, SessionBody));
}

/** What is kept of a session. */
export function knownServer(url: URL, { username, token, expires }: Session): KnownServer {
  return { url: url.href, userName: username, token, issued: Math.floor(Date.now() / 1000), expires };
}

function bearer(token: string): string {
  return `Bearer ${token}`;
}
