import type { Command } from 'commander';
import Type from 'typebox';
import { inDataset } from '../http/addresses.ts';
import { askTasks } from '../http/tasks.ts';
import { parseDataset } from '../places.ts';
import type { Act } from '../command.ts';

const Tool = Type.Object({
  id: Type.String(),
  title: Type.String(),
  version: Type.String(),
  description: Type.Optional(Type.String()),
  inputSchema: Type.Optional(Type.Object({}, { additionalProperties: true })),
});

/** `alidade tasks tools`: what a server can do with a dataset. */
export function taskTools(group: Command, act: Act): void {
  group
    .command('tools')
    .summary('list the tools of a server; with --json also what parameters they take')
    .argument('<dataset>', 'organization/dataset')
    .action(
      act<object, [string]>(async ({ connection, out, signal }, _options, argument) => {
        const { server, dataset } = parseDataset(argument);
        const asked = {
          route: 'GET /orgs/{orgSlug}/ds/{dsSlug}/tasks/tools',
          path: inDataset(dataset),
          signal,
        } as const;
        const tools = await askTasks(await connection(server), dataset, asked, Type.Array(Tool));
        // People look for a tool once; programs are told what each version of it takes.
        const isNewest = ({ id }: { readonly id: string }, index: number): boolean =>
          tools.findIndex((tool) => tool.id === id) === index;
        out.list(out.json ? tools : tools.filter(isNewest), [
          { title: 'TOOL', text: ({ id }) => id },
          {
            title: 'VERSION',
            text: ({ id }) =>
              tools
                .filter((tool) => tool.id === id)
                .map(({ version }) => version)
                .join(', '),
          },
          { title: 'WHAT IT DOES', text: ({ title, description }) => description ?? title },
        ]);
      }),
    );
}
