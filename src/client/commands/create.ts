import { Option } from 'commander';
import Type from 'typebox';
import type { AddCommand } from '../command.ts';
import { parseDataset, placeText } from '../places.ts';

interface Options {
  readonly name?: string;
  readonly tagline?: string;
  readonly visibility?: string;
}

/** `alidade create`: a new, empty dataset. */
export const create: AddCommand = (program, act) => {
  program
    .command('create')
    .summary('create a dataset')
    .argument('<dataset>', 'organization/dataset')
    .option('--name <text>', 'name that people see; default: that in the address')
    .option('--tagline <text>', 'a sentence about it')
    .addOption(
      new Option('--visibility <level>', 'who may read it without being a member; default: private').choices([
        'private',
        'unlisted',
        'public',
      ]),
    )
    .action(
      act<Options, [string]>(async ({ connection, out, signal }, options, argument) => {
        const { server, dataset } = parseDataset(argument);
        const to = await connection(server);
        const created = await to.json(
          {
            route: 'POST /orgs/{orgSlug}/ds',
            path: { orgSlug: dataset.organization },
            json: { slug: dataset.dataset, ...options },
            signal,
          },
          Type.Object({ slug: Type.String() }),
        );
        const page = new URL(`r/${dataset.organization}/${created.slug}`, to.server).href;
        out.result({ ...created, url: page }, `Created ${placeText(dataset)}: ${page}`);
      }),
    );
};
