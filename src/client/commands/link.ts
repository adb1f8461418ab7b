import { InvalidArgumentError, type Command } from 'commander';
import Type from 'typebox';
import { ClientError } from '../client-error.ts';
import { inDataset } from '../http/addresses.ts';
import { parseDataset, parsePlace } from '../places.ts';
import type { Act, AddCommand } from '../command.ts';
import { formatTime } from '../terminal/format.ts';

const nullable = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
const linkFields = {
  id: Type.String(),
  name: Type.String(),
  userName: Type.String(),
  path: nullable(Type.String()),
  expiresAt: nullable(Type.String()),
};
const LinkBody = Type.Object(linkFields);
const CreatedBody = Type.Object({ ...linkFields, url: Type.Optional(Type.String()) });

interface CreateOptions {
  readonly name?: string;
  readonly days?: number;
}

/** `alidade link`: links for people without an account. */
export const link: AddCommand = (program, act) => {
  const group = program.command('link').summary('make links by which people without an account read a dataset');
  create(group, act);
  list(group, act);
  remove(group, act);
};

function create(group: Command, act: Act): void {
  group
    .command('create')
    .summary('make a link; its address is shown this once')
    .argument('<place>', 'organization/dataset, or organization/dataset:path of the one file or folder that it shows')
    .option('--name <text>', 'to tell it by')
    .option('--days <count>', 'days it is good for, 0 for ever; default: 90', parseDays)
    .action(
      act<CreateOptions, [string]>(async ({ connection, out, signal }, { name, days }, argument) => {
        const { server, dataset, path } = parsePlace(argument);
        const to = await connection(server);
        const created = await to.json(
          {
            route: 'POST /orgs/{orgSlug}/ds/{dsSlug}/links',
            path: inDataset(dataset),
            json: { name, expiresInDays: days, path: path || undefined },
            signal,
          },
          CreatedBody,
        );
        if (created.url === undefined)
          throw new ClientError(`${to.server.href} made a link and did not say its address.`);
        out.result(created, created.url);
      }),
    );
}

function list(group: Command, act: Act): void {
  group
    .command('list')
    .summary('list the links of a dataset')
    .argument('<dataset>', 'organization/dataset')
    .action(
      act<object, [string]>(async ({ connection, out, signal }, _options, argument) => {
        const { server, dataset } = parseDataset(argument);
        const from = await connection(server);
        const asked = { route: 'GET /orgs/{orgSlug}/ds/{dsSlug}/links', path: inDataset(dataset), signal } as const;
        out.list(await from.json(asked, Type.Array(LinkBody)), [
          { title: 'ID', text: ({ id }) => id },
          {
            title: 'UNTIL',
            text: ({ expiresAt }) => (expiresAt === null ? 'for ever' : formatTime(new Date(expiresAt))),
          },
          { title: 'BY', text: ({ userName }) => userName },
          { title: 'PATH', text: ({ path }) => path ?? '' },
          { title: 'NAME', text: ({ name }) => name },
        ]);
      }),
    );
}

function remove(group: Command, act: Act): void {
  group
    .command('rm')
    .summary('end a link')
    .argument('<dataset>', 'organization/dataset')
    .argument('<id>', 'as the list shows it')
    .action(
      act<object, [string, string]>(async ({ connection, out, signal }, _options, argument, id) => {
        const { server, dataset } = parseDataset(argument);
        const to = await connection(server);
        const path = { ...inDataset(dataset), id };
        await to.send({ route: 'DELETE /orgs/{orgSlug}/ds/{dsSlug}/links/{id}', path, signal });
        out.result({ id }, 'The link is dead.');
      }),
    );
}

function parseDays(text: string): number {
  const days = Number(text);
  if (!Number.isInteger(days) || days < 0) throw new InvalidArgumentError('It must be a whole number of days.');
  return days;
}
