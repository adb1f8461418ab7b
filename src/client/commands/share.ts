import { ClientError, usageError } from '../client-error.ts';
import { rememberedUpload } from '../http/upload-memory.ts';
import type { Visibility } from '../http/visibility.ts';
import { placeText, parseDataset } from '../places.ts';
import type { AddCommand } from '../command.ts';
import { filesToShare } from '../shares/files.ts';
import { shareFiles, type Share } from '../shares/share.ts';
import { count } from '../terminal/format.ts';

interface Options {
  readonly to?: string;
  readonly name?: string;
  readonly private?: boolean;
  readonly public?: boolean;
}

const ORGANIZATION = /^[a-z0-9][a-z0-9_-]{1,128}$/;

const WHO_READS: Readonly<Record<Visibility, string>> = {
  private: 'It is private: only those who belong to its organization can read it. "alidade link create" lets others.',
  unlisted: 'It is unlisted: everybody who has the address can read it, without an account.',
  public: 'It is public: everybody who has the address can read it, without an account.',
};

/** `alidade share files…`: uploads files that appear together, and prints where. */
export const share: AddCommand = (program, act) => {
  program
    .command('share')
    .summary('upload files into a private dataset of their own, or another, and print its address')
    .argument('<files...>', 'files and folders')
    .option('--to <place>', 'org/dataset, made when it is not there, or an organization; default: your own')
    .option('--name <name>', 'what people call the dataset, when it is made')
    .option('--public', 'everybody who has the address may read the dataset that is made')
    .option('--private', 'refuse a dataset that is there already and open')
    .addHelpText(
      'after',
      '\nA dataset that is made is private unless --public is given: then everybody who has its address can read it, without an ' +
        'account, also where the organization is private. One that is there already stays as open as it is.',
    )
    .action(
      act<Options, [files: readonly string[]]>(async (context, options, given) => {
        const { cwd, out, signal, stateFolder } = context;
        const { to, name } = options;
        const chosen = chosenVisibility(options);
        const { server, ...place } = readPlace(to);
        const connection = await context.connection(server);
        const files = await filesToShare(cwd, given, out, signal);
        const what = [connection.server.href, 'share', to, name, files.map(({ file }) => file).sort()];
        const memory = rememberedUpload(stateFolder, chosen === undefined ? what : [...what, chosen]);
        const share = { files, to: place, name, visibility: chosen };
        const { url, tag, visibility } = await shareFiles(connection, share, { ...context, memory });
        out.result({ url: url.href, tag, files: files.length, visibility: visibility ?? null }, url.href);
        out.note(`${count(files.length, 'file')} shared in ${tag}.`);
        // Also with --quiet: it is not seen otherwise that files are open to the world.
        if (visibility !== undefined) (visibility === 'private' ? out.note : out.warn)(WHO_READS[visibility]);
      }),
    );
};

function chosenVisibility(options: Options): Share['visibility'] {
  if (options.private === true && options.public === true)
    throw usageError('--private and --public exclude each other.');
  if (options.public === true) return 'public';
  return options.private === true ? 'private' : undefined;
}

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
