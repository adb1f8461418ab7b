import { ServerError } from '../http/server-error.ts';
import type { AddCommand } from '../command.ts';
import { addressOf } from '../servers/choose-server.ts';
import { serverName } from '../servers/server-address.ts';
import { changeServers, readServers } from '../servers/server-file.ts';
import { connectWith } from '../servers/session.ts';

interface Options {
  readonly all?: boolean;
  readonly everywhere?: boolean;
}

/** `alidade logout`: forgets the credentials for a server. */
export const logout: AddCommand = (program, act) => {
  program
    .command('logout')
    .summary('forget the credentials for a server')
    .argument('[server]', 'its address or name; default: the server that commands use')
    .option('--all', 'for all servers')
    .option('--everywhere', 'end all other sessions of the account as well')
    .action(
      act<Options, [string?]>(async ({ serversFile, server, out, signal }, options, named) => {
        const known = await readServers(serversFile);
        const asked = named ?? server ?? known.default;
        const url = asked === undefined ? undefined : addressOf(asked, known).href;
        const leaving = known.servers.filter((one) => options.all === true || one.url === url);
        if (options.everywhere === true)
          for (const one of leaving) {
            const connection = connectWith(
              { url: new URL(one.url), credentials: { kind: 'known', known: one } },
              serversFile,
            );
            await connection.send({ route: 'POST /users/logout/everywhere', signal }).catch((cause: unknown) => {
              // The session has ended already.
              if (!(cause instanceof ServerError) || cause.status !== 401) throw cause;
            });
          }
        const gone = new Set(leaving.map((one) => one.url));
        await changeServers(serversFile, signal, (now) => {
          const servers = now.servers.filter((one) => !gone.has(one.url));
          const next = now.default !== undefined && gone.has(now.default) ? servers.at(-1)?.url : now.default;
          return { servers, ...(next === undefined ? {} : { default: next }) };
        });
        const names = leaving.map((one) => serverName(new URL(one.url)));
        const text = names.length === 0 ? 'Nobody was signed in.' : `Signed out of ${names.join(', ')}.`;
        out.result({ servers: [...gone] }, text);
      }),
    );
};
