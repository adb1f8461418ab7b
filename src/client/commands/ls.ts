import { ClientError, EXIT } from '../client-error.ts';
import { findEntry, isFolder, listFolder, typeName, walkFolder, type Entry } from '../http/entries.ts';
import { parsePlace, placeText } from '../places.ts';
import type { AddCommand } from '../command.ts';
import { formatBytes, formatTime } from '../terminal/format.ts';

interface Options {
  readonly long?: boolean;
  readonly recursive?: boolean;
}

/** `alidade ls`: what is in a dataset or a folder. */
export const ls: AddCommand = (program, act) => {
  program
    .command('ls')
    .summary('list files and folders of a dataset')
    .argument('<place>', 'organization/dataset, or organization/dataset:path')
    .option('-l, --long', 'with size, time, type and the state of the build')
    .option('-r, --recursive', 'with all that is in folders')
    .action(
      act<Options, [string]>(async ({ connection, out, signal, json }, { long, recursive }, argument) => {
        const { server, dataset, path } = parsePlace(argument);
        const from = await connection(server);
        const walk = recursive === true ? walkFolder : listFolder;
        let amount = 0;
        const rows: Entry[] = [];
        for await (const entry of walk(from, dataset, path, signal)) {
          amount++;
          if (long === true && !json) rows.push(entry);
          else out.item(entry, nameOf(entry));
        }
        if (amount === 0 && path !== '' && (await findEntry(from, dataset, path, signal)) === undefined)
          throw new ClientError(`There is no ${placeText(dataset, path)}.`, EXIT.notFound);
        if (rows.length > 0) out.list(rows, COLUMNS);
      }),
    );
};

const COLUMNS = [
  { title: 'SIZE', text: (entry: Entry) => (isFolder(entry) ? '' : formatBytes(entry.size)), right: true },
  { title: 'CHANGED', text: ({ mtime }: Entry) => formatTime(new Date(mtime * 1000)) },
  { title: 'TYPE', text: typeName },
  { title: 'BUILD', text: ({ buildStatus }: Entry) => buildStatus ?? '' },
  { title: 'PATH', text: nameOf },
];

function nameOf(entry: Entry): string {
  return isFolder(entry) ? `${entry.path}/` : entry.path;
}
