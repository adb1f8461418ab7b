import { ClientError, usageError } from '../client-error.ts';
import { rememberedUpload } from '../http/upload-memory.ts';
import { placeText, parseDataset } from '../places.ts';
import type { AddCommand } from '../command.ts';
import { filesToShare } from '../shares/files.ts';
import { shareFiles, type Share } from '../shares/share.ts';
import { count } from '../terminal/format.ts';

interface Options {
  readonly to?: string;
  readonly name?: string;
}

const ORGANIZATION = /^[a-z0-9][a-z0-9_-]{1,128}$/;

/** `alidade share files…`: uploads files that appear together, and prints where. */
export const share: AddCommand = (program, act) => {
  program
    .command('share')
    .summary('upload files into a dataset of their own, or another, and print its address')
    .argument('<files...>', 'files and folders')
    .option('--to <place>', 'org/dataset, made when it is not there, or an organization; default: your own')
    .option('--name <name>', 'what people call the dataset, when it is made')
    .action(
      act<Options, [files: readonly string[]]>(async (context, { to, name }, given) => {
        const { cwd, out, signal, stateFolder } = context;
        const { server, ...place } = readPlace(to);
        const connection = await context.connection(server);
        const files = await filesToShare(cwd, given, out, signal);
        const what = [connection.server.href, 'share', to, name, files.map(({ file }) => file).sort()];
        const memory = rememberedUpload(stateFolder, what);
        const shared = await shareFiles(connection, { files, to: place, name }, { ...context, memory });
        out.result({ url: shared.url.href, tag: shared.tag, files: files.length }, shared.url.href);
        const isNew = !('tag' in place);
        out.note(
          `${count(files.length, 'file')} shared in ${shared.tag}${isNew ? ', which is public: whoever knows its address may look' : ''}.`,
        );
      }),
    );
};

function readPlace(text: string | undefined): Share['to'] & { readonly server?: string | undefined } {
  if (text === undefined) return {};
  if (ORGANIZATION.test(text)) return { orgSlug: text };
  try {
    const { server, dataset } = parseDataset(text);
    return { server, tag: placeText(dataset) };
  } catch (cause) {
    if (cause instanceof ClientError) throw usageError(`--to: ${cause.message}`);
    throw cause;
  }
}
