import { ClientError, EXIT, usageError } from '../client-error.ts';
import type { Environment } from '../folders.ts';
import { parseServerAddress, serverName } from './server-address.ts';
import type { KnownServer, Servers } from './server-file.ts';

/** Credentials that a command uses. */
export type Credentials =
  | { readonly kind: 'none' }
  /** A token that ends some time and is not renewed. */
  | { readonly kind: 'token'; readonly token: string }
  /** A session that is begun for the command. */
  | { readonly kind: 'password'; readonly userName: string; readonly password: string }
  | { readonly kind: 'known'; readonly known: KnownServer };

export interface ChosenServer {
  readonly url: URL;
  readonly credentials: Credentials;
}

/**
 * The server of a command and the credentials for it.
 *
 * Credentials of the environment are for the server of the environment, or the default one, or where there is neither that
 * of `--server`: anyone who writes another address into an argument, or into the files of a copy, must not be handed them.
 *
 * @param asked address or name from an argument, or of the copy
 * @param option value of `--server`
 * @throws ClientError when there is none, or none of this name
 */
export function chooseServer(
  asked: string | undefined,
  option: string | undefined,
  env: Environment,
  known: Servers,
): ChosenServer {
  const usual = env['ALIDADE_SERVER'] || known.default || option;
  const url = addressOf(asked ?? option ?? usual ?? noServer(), known);
  const isUsual = usual !== undefined && addressOf(usual, known).href === url.href;
  const own = isUsual ? environmentCredentials(env) : undefined;
  const stored = known.servers.find((server) => server.url === url.href);
  return { url, credentials: own ?? (stored ? { kind: 'known', known: stored } : { kind: 'none' }) };
}

/** The address of what an argument calls a server: an address, or the name of one that is known. */
export function addressOf(asked: string, { servers }: Servers): URL {
  if (asked.includes('://')) return parseServerAddress(asked);
  const named = servers.filter(({ url }) =>
    [new URL(url).host, new URL(url).hostname, serverName(new URL(url))].includes(asked),
  );
  if (named.length > 1)
    throw usageError(`Several servers are called ${asked}. Write the whole address, with https:// or http://.`);
  const [one] = named;
  if (one) return new URL(one.url);
  const names = servers.map(({ url }) => serverName(new URL(url)));
  throw usageError(
    `No server called ${asked} is known${names.length > 0 ? ` (known: ${names.join(', ')})` : ''}. ` +
      'Sign in to it first: alidade login ADDRESS. A path in a dataset stands behind a colon: org/dataset:path.',
  );
}

function noServer(): never {
  throw new ClientError(
    'No server is named. Sign in to one: alidade login https://maps.example.org, or set ALIDADE_SERVER.',
    EXIT.notAllowed,
  );
}

function environmentCredentials(env: Environment): Credentials | undefined {
  const { ALIDADE_TOKEN: token, ALIDADE_USER: userName, ALIDADE_PASSWORD: password } = env;
  if (token) return { kind: 'token', token };
  if (userName && password) return { kind: 'password', userName, password };
  return undefined;
}
