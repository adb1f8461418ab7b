import Type from 'typebox';
import { ClientError, usageError } from '../client-error.ts';
import type { CommandContext } from '../context.ts';
import { connect, type Connection } from '../http/connection.ts';
import type { AddCommand } from '../command.ts';
import { addressOf } from '../servers/choose-server.ts';
import { isConfidential, parseServerAddress, serverName } from '../servers/server-address.ts';
import { changeServers, readServers, type KnownServer } from '../servers/server-file.ts';
import { knownServer, signIn } from '../servers/session.ts';
import { ask, askSecret, readSecret } from '../terminal/ask.ts';

interface Options {
  readonly user?: string;
  readonly passwordStdin?: boolean;
  readonly token?: boolean;
  readonly tokenStdin?: boolean;
}

const UserBody = Type.Object({
  userName: Type.String(),
  mustChangePassword: Type.Boolean(),
  expires: Type.Union([Type.Integer(), Type.Null()]),
});

/** `alidade login`: keeps the credentials for a server, which becomes the default one. */
export const login: AddCommand = (program, act) => {
  program
    .command('login')
    .summary('sign in to a server, the default of later commands')
    .argument('[address]', 'such as https://maps.example.org; default: the server that commands use')
    .option('-u, --user <name>', 'user name; default: ALIDADE_USER, or it is asked for')
    .option('--password-stdin', 'read the password from standard input; default: ALIDADE_PASSWORD, or it is asked for')
    .option('--token', 'use an access token in place of name and password; ALIDADE_TOKEN, or it is asked for')
    .option('--token-stdin', 'the same, read from standard input')
    .action(
      act<Options, [string?]>(async (context, options, address) => {
        const url = await serverOf(context, address);
        if (!isConfidential(url))
          context.out.warn(
            `${url.href} is not encrypted: anyone who is in between can read the credentials. Use https://.`,
          );
        const byToken = options.token === true || options.tokenStdin === true;
        const known = byToken ? await withToken(context, options, url) : await withPassword(context, options, url);
        const user = await connectTo(url, known.token).json(
          { route: 'GET /users/me', signal: context.signal },
          UserBody,
        );
        const kept: KnownServer = { ...known, userName: user.userName };
        await changeServers(context.serversFile, context.signal, ({ servers }) => ({
          default: url.href,
          servers: [...servers.filter((server) => server.url !== url.href), kept],
        }));
        context.out.result(
          { server: url.href, userName: user.userName, expires: user.expires },
          `Signed in to ${serverName(url)} as ${user.userName}.`,
        );
        if (user.mustChangePassword)
          context.out.warn(`The password is still the one of the first start: change it on ${url.href}account.`);
      }),
    );
};

async function serverOf({ serversFile, env, server }: CommandContext, address: string | undefined): Promise<URL> {
  if (address !== undefined) return parseServerAddress(address);
  const known = await readServers(serversFile);
  const usual = server ?? (env['ALIDADE_SERVER'] || known.default);
  if (usual === undefined) throw usageError('Which server? Write its address: alidade login https://maps.example.org');
  return addressOf(usual, known);
}

async function withToken(context: CommandContext, { tokenStdin }: Options, url: URL): Promise<KnownServer> {
  const instead = 'Use --token-stdin, or set ALIDADE_TOKEN.';
  const token =
    tokenStdin === true
      ? await readSecret(context)
      : context.env['ALIDADE_TOKEN'] || (await askSecret(context, `Access token for ${serverName(url)}: `, instead));
  // A line break would end the header it is sent in.
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new ClientError('An access token holds no blanks and no special letters. Copy it again.');
  return { url: url.href, userName: '', token };
}

async function withPassword(context: CommandContext, options: Options, url: URL): Promise<KnownServer> {
  const { env, signal } = context;
  const userName =
    options.user ??
    (env['ALIDADE_USER'] ||
      (await ask(context, `User name on ${serverName(url)}: `, 'Use --user, or set ALIDADE_USER.')));
  const instead = 'Use --password-stdin, or set ALIDADE_PASSWORD.';
  const password =
    options.passwordStdin === true
      ? await readSecret(context)
      : env['ALIDADE_PASSWORD'] || (await askSecret(context, `Password of ${userName}: `, instead));
  return knownServer(url, await signIn(url, userName, password, signal));
}

function connectTo(url: URL, token: string): Connection {
  return connect(url, () => Promise.resolve(`Bearer ${token}`), 'The token is wrong, or it has ended or was revoked.');
}
