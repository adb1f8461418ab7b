import Type from 'typebox';
import type { AddCommand } from '../command.ts';

const OrganizationBody = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  owner: Type.Union([Type.String(), Type.Null()]),
  isPublic: Type.Boolean(),
});

/** `alidade orgs`: organizations of the user. */
export const orgs: AddCommand = (program, act) => {
  program
    .command('orgs')
    .summary('list your organizations')
    .option('--public', 'those that are open to everybody instead')
    .action(
      act<{ readonly public?: boolean }>(async ({ connection, out, signal }, options) => {
        const route = options.public === true ? 'GET /orgs/public' : 'GET /orgs';
        const found = await (await connection()).json({ route, signal }, Type.Array(OrganizationBody));
        out.list(found, [
          { title: 'ORGANIZATION', text: ({ slug }) => slug },
          { title: 'NAME', text: ({ name }) => name },
          { title: 'OWNER', text: ({ owner }) => owner ?? '' },
          { title: 'OPEN', text: ({ isPublic }) => (isPublic ? 'yes' : 'no') },
        ]);
      }),
    );
};
