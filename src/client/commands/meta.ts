import type { Command } from 'commander';
import Type from 'typebox';
import { inDataset } from '../http/addresses.ts';
import { parsePlace } from '../places.ts';
import type { Act, AddCommand } from '../command.ts';
import { count } from '../terminal/format.ts';

const ValueBody = Type.Object({ id: Type.String(), data: Type.Unknown(), mtime: Type.Number() });
const KeyBody = Type.Object({ key: Type.String(), path: Type.String(), count: Type.Integer() });

interface WriteOptions {
  readonly text?: boolean;
}

/** `alidade meta`: values that people keep about a dataset, or about a file or folder of it. */
export const meta: AddCommand = (program, act) => {
  const group = program.command('meta').summary('read and change metadata of datasets, files and folders');
  list(group, act);
  get(group, act);
  write(group, act, 'set', 'set the one value of a key');
  write(group, act, 'add', 'add a value to the list of a key, which ends in s');
  rm(group, act);
};

const PLACE = ['<place>', 'organization/dataset, or organization/dataset:path'] as const;

function list(group: Command, act: Act): void {
  group
    .command('list')
    .summary('list the keys that have values')
    .argument(...PLACE)
    .action(
      act<object, [string]>(async ({ connection, out, signal }, _options, argument) => {
        const { server, dataset, path } = parsePlace(argument);
        const from = await connection(server);
        let after: string | undefined;
        const found: Type.Static<typeof KeyBody>[] = [];
        do {
          const page = await from.page(
            {
              route: 'GET /orgs/{orgSlug}/ds/{dsSlug}/meta/list',
              path: inDataset(dataset),
              query: { path: path || undefined, after },
              signal,
            },
            Type.Array(KeyBody),
          );
          found.push(...page.value);
          after = page.next === after ? undefined : page.next;
        } while (after !== undefined);
        out.list(found, [
          { title: 'KEY', text: (one) => one.key },
          { title: 'VALUES', text: (one) => String(one.count), right: true },
          { title: 'PATH', text: (one) => one.path },
        ]);
      }),
    );
}

function get(group: Command, act: Act): void {
  group
    .command('get')
    .summary('print the value of a key, or its list')
    .argument(...PLACE)
    .argument('<key>')
    .action(
      act<object, [string, string]>(async ({ connection, out, signal }, _options, argument, key) => {
        const { server, dataset, path } = parsePlace(argument);
        const from = await connection(server);
        const found = await from.json(
          {
            route: 'GET /orgs/{orgSlug}/ds/{dsSlug}/meta/get/{key}',
            path: { ...inDataset(dataset), key },
            query: { path: path || undefined },
            signal,
          },
          Type.Union([Type.Array(ValueBody), ValueBody]),
        );
        out.result(
          found,
          [found].flat().map(({ data }) => dataText(data)),
        );
      }),
    );
}

function write(group: Command, act: Act, verb: 'set' | 'add', summary: string): void {
  group
    .command(verb)
    .summary(summary)
    .argument(...PLACE)
    .argument('<key>')
    .argument('<value>', 'JSON, or else a text')
    .option('--text', 'take the value as a text, also when it is JSON')
    .action(
      act<WriteOptions, [string, string, string]>(
        async ({ connection, out, signal }, options, argument, key, value) => {
          const { server, dataset, path } = parsePlace(argument);
          const to = await connection(server);
          const data = options.text === true ? value : parseValue(value);
          const written = await to.json(
            {
              route: `POST /orgs/{orgSlug}/ds/{dsSlug}/meta/${verb}/{key}`,
              path: { ...inDataset(dataset), key },
              query: { path: path || undefined },
              json: { data },
              signal,
            },
            ValueBody,
          );
          out.result(written, `${key} = ${dataText(written.data)}`);
        },
      ),
    );
}

function rm(group: Command, act: Act): void {
  group
    .command('rm')
    .summary('remove all values of a key, or one value by its id')
    .argument(...PLACE)
    .argument('<key>', 'key, or the id of a value (meta get --json shows it)')
    .action(
      act<object, [string, string]>(async ({ connection, out, signal }, _options, argument, key) => {
        const { server, dataset, path } = parsePlace(argument);
        const to = await connection(server);
        const request = {
          // This form of the address takes both.
          route: 'DELETE /orgs/{orgSlug}/ds/{dsSlug}/meta/{key}',
          path: { ...inDataset(dataset), key },
          query: { path: path || undefined },
          signal,
        } as const;
        const answer = await to.json(request, Type.Object({ removed: Type.Integer() }));
        out.result(answer, `Removed ${count(answer.removed, 'value')}.`);
      }),
    );
}

function dataText(data: unknown): string {
  return typeof data === 'string' ? data : JSON.stringify(data);
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // Most values are words, which nobody wants to write with quotes.
  }
}
