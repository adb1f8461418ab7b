import type { AddCommand } from '../command.ts';
import { addressOf } from '../servers/choose-server.ts';
import { serverName } from '../servers/server-address.ts';
import { changeServers, readServers } from '../servers/server-file.ts';
import { formatTime } from '../terminal/format.ts';

/** `alidade servers`: where the user has signed in. */
export const servers: AddCommand = (program, act) => {
  program
    .command('servers')
    .summary('list the servers you have signed in to, or choose the default one')
    .argument('[server]', 'address or name of the server that becomes the default one')
    .action(
      act<object, [string?]>(async ({ serversFile, out, signal }, _options, named) => {
        if (named !== undefined) {
          const url = addressOf(named, await readServers(serversFile)).href;
          await changeServers(serversFile, signal, (now) => ({ ...now, default: url }));
        }
        const known = await readServers(serversFile);
        // Tokens stay where they are.
        const shown = known.servers.map(({ url, userName, expires }) => ({
          url,
          name: serverName(new URL(url)),
          userName,
          expires: expires ?? null,
          default: url === known.default,
        }));
        out.list(shown, [
          { title: 'SERVER', text: ({ name }) => name },
          { title: 'USER', text: ({ userName }) => userName },
          {
            title: 'SIGNED IN UNTIL',
            text: ({ expires }) => (expires === null ? '' : formatTime(new Date(expires * 1000))),
          },
          { title: '', text: (one) => (one.default ? 'default' : '') },
        ]);
      }),
    );
};
