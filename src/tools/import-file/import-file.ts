import Type, { type Static } from 'typebox';
import { BlobError } from '../../blobs/index.ts';
import { checkEntryPath } from '../../datasets/index.ts';
import { ServiceError } from '../../errors/index.ts';
import { refuseParameter, type TaskEntries, type Tool } from '../../tasks/index.ts';
import type { RemoteFiles } from '../../transfers/index.ts';
import { fileNameField, orNull, rare, withWords } from '../../tasks/tool-kit/index.ts';

const Parameters = withWords(
  Type.Object(
    {
      url: Type.String({
        minLength: 1,
        maxLength: 4096,
        pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s]+$',
        // Many addresses open what they name to everybody who has them.
        writeOnly: true,
        'x-input': 'address',
        description: 'Address of the file (http, https).',
      }),
      fileName: fileNameField('Name that it gets.', { 'x-proposal': '{url}' }),
      folder: orNull(
        Type.String({
          maxLength: 8192,
          description: 'Folder for the file. Default: the root of the dataset.',
          'x-input': 'folder',
        }),
      ),
      overwrite: rare(orNull(Type.Boolean({ description: 'Replace a file that exists. Default: refuse the task.' }))),
      username: rare(
        orNull(Type.String({ maxLength: 256, description: 'Name to sign in with, where the address asks for it.' })),
      ),
      password: rare(
        orNull(Type.String({ maxLength: 4096, writeOnly: true, description: 'Password to sign in with.' })),
      ),
      sizeBytes: rare(
        orNull(
          Type.Integer({
            minimum: 0,
            maximum: Number.MAX_SAFE_INTEGER,
            description: 'Bytes that it has, where that is known: another number is refused.',
          }),
        ),
      ),
    },
    { additionalProperties: false },
  ),
  {
    url: 'Address',
    fileName: 'File name',
    folder: 'Into folder',
    overwrite: 'Replace an existing file',
    username: 'User name',
    password: 'Password',
    sizeBytes: 'Size in bytes',
  },
);

type Parameters = Static<typeof Parameters>;

/**
 * Brings a file from an address of the web into the dataset.
 *
 * @param mostPerUser files that one user may have on their way
 */
export const importFile = (files: RemoteFiles, mostPerUser: number): Tool<typeof Parameters> => ({
  id: 'import-file',
  version: '1',
  title: 'Import file from URL',
  description: 'Brings a file from an address of the web into the dataset.',
  parameters: Parameters,
  access: 'write',
  artifact: null,
  offers: [{ on: 'folder', parameter: 'folder' }, { on: 'dataset' }],
  mostPerUser,
  async plan({ parameters, entries }) {
    files.check(parameters.url);
    const path = await destination(parameters, entries);
    // What stands behind an address may change: only another task that is under way is the same one.
    return { path, reads: 'dataset', estimatedBytes: parameters.sizeBytes ?? 0 };
  },
  async run({ parameters, entries, keptFolder, requireRoom, signal, report, log, write }) {
    const { url, username, password, sizeBytes, overwrite } = parameters;
    const path = await destination(parameters, entries);
    const address = files.check(url);
    log(`From ${address.host}`);
    report(0, 'downloading');
    const credentials = username === null ? undefined : { userName: username, password: password ?? '' };
    const onBytes = (bytes: number, of: number | undefined): void =>
      report(of ? Math.min(100, (bytes / of) * 100) : null, 'downloading');
    const onKept = (bytes: number): void => log(`${bytes} bytes of it came before.`);
    const keptIn = await keptFolder();
    const replacedBytes = (await entries.find(path))?.size ?? 0;
    const room = (bytes: number): Promise<number> => requireRoom(bytes, replacedBytes);
    const request = { address, credentials, size: sizeBytes ?? undefined, keptIn, room, onKept, onBytes };
    const { path: file, bytes } = await files.fetch(request, signal);
    try {
      await write(path, file, { replace: overwrite === true });
    } catch (cause) {
      // What was refused is of no use to a later attempt, and would take the disk's room for a day.
      if (isVerdict(cause)) await files.forget(keptIn);
      throw cause;
    }
    return { facts: { path, bytes } };
  },
});

const isVerdict = (cause: unknown): boolean =>
  cause instanceof BlobError || (cause instanceof ServiceError && cause.code !== 'busy');

/** @throws `invalid-input` for a path that no entry may have; `conflict` when something is there that is to stay */
async function destination({ folder, fileName, overwrite }: Parameters, entries: TaskEntries): Promise<string> {
  const path = checkEntryPath([(folder ?? '').replace(/\/$/, ''), fileName].filter(Boolean).join('/'));
  if (overwrite !== true && (await entries.find(path)) !== undefined)
    throw refuseParameter('fileName', `There is ${path} already; choose another name, or overwrite it.`, 'conflict');
  return path;
}
