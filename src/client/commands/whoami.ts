import Type from 'typebox';
import type { AddCommand } from '../command.ts';
import { serverName } from '../servers/server-address.ts';

const UserBody = Type.Object({ userName: Type.String(), email: Type.String(), roles: Type.Array(Type.String()) });

/** `alidade whoami`: asks the server who it takes the user for. */
export const whoami: AddCommand = (program, act) => {
  program
    .command('whoami')
    .summary('tell who you are on the server')
    .action(
      act(async ({ connection, out, signal }) => {
        const server = await connection();
        const user = await server.json({ route: 'GET /users/me', signal }, UserBody);
        const roles = user.roles.length > 0 ? ` (${user.roles.join(', ')})` : '';
        out.result({ server: server.server.href, ...user }, `${user.userName}${roles} on ${serverName(server.server)}`);
      }),
    );
};
