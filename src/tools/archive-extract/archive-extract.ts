import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { baseName, checkEntryPath, type EntryRow } from '../../datasets/index.ts';
import type { ArchiveAnswer, ArchiveRequest } from '../../engine/index.ts';
import { fail } from '../../http/index.ts';
import { refuseParameter, type TaskEntries, type Tool } from '../../tasks/index.ts';
import { pathField } from '../fields.ts';
import { runOwnProgram } from '../own-program.ts';
import { placeFiles } from '../place-files.ts';
import { ARCHIVE_EXTENSIONS, type ArchiveKind, archiveKindOf } from './archive-kind.ts';
import { withWords } from '../words.ts';

const Parameters = withWords(
  Type.Object(
    {
      sourcePath: pathField('The archive.', undefined, { 'x-extensions': ARCHIVE_EXTENSIONS }),
      destPath: Type.String({
        maxLength: 8192,
        default: '',
        description: 'Folder that its files come to; the root of the dataset unless told.',
        'x-input': 'folder',
      }),
      deleteArchive: Type.Boolean({ default: false, description: 'Whether the archive is removed then.' }),
      overwrite: Type.Boolean({
        default: false,
        description: 'Whether files that are there already are replaced; they are kept unless told.',
      }),
    },
    { additionalProperties: false },
  ),
  {
    sourcePath: 'Archive',
    destPath: 'Into folder',
    deleteArchive: 'Remove the archive afterwards',
    overwrite: 'Replace files that are there already',
  },
);

type Parameters = Static<typeof Parameters>;

/**
 * Unpacks an archive of the dataset into it.
 *
 * @param maxBytes most that an archive may have, packed and unpacked
 */
export const archiveExtract = (maxBytes: number): Tool<typeof Parameters> => ({
  id: 'archive-extract',
  version: '1',
  title: 'Extract archive',
  description:
    'Unpacks an archive (ZIP, tar, 7z, RAR, or a single packed file) into the dataset: all of it, or nothing.',
  parameters: Parameters,
  access: 'write',
  artifact: null,
  offers: [{ on: 'file', extensions: ARCHIVE_EXTENSIONS, parameter: 'sourcePath' }],
  async plan({ parameters, entries }) {
    const { archive } = await read(parameters, entries, maxBytes);
    // Photos and rasters are packed already: what comes out is about what went in.
    return { path: archive.path, reads: [archive], estimatedBytes: archive.size };
  },
  async run(task) {
    const { archive, kind, destination } = await read(task.parameters, task.entries, maxBytes);
    const folder = join(task.folder, 'unpacked');
    await mkdir(folder);
    const request: ArchiveRequest = { path: task.locate(archive), ...kind, folder, destination, maxBytes };
    const { files, leftOut } = await runOwnProgram<ArchiveAnswer>(task, 'unpack', request, {
      phase: 'extracting',
      to: 80,
    });
    const { overwrite, deleteArchive } = task.parameters;
    if (deleteArchive && files.some(({ path }) => path === archive.path))
      throw fail('conflict', `The archive holds ${archive.path}, its own path; it cannot be removed as well.`);
    const { written, kept } = await placeFiles(task, files, { overwrite, from: 80 });
    if (leftOut > 0)
      task.log(`${leftOut} links, devices or files with holes in the archive are left out; a dataset holds files.`);
    if (kept > 0) task.log(`${kept} files are there already and were kept.`);
    if (deleteArchive) task.remove(archive);
    return { facts: { files: written, bytes: files.reduce((sum, { size }) => sum + size, 0), kept, leftOut } };
  },
});

/** @throws `invalid-input` for what is no archive, is too large, or a destination that is none */
async function read(
  { sourcePath, destPath }: Parameters,
  entries: TaskEntries,
  maxBytes: number,
): Promise<{ readonly archive: EntryRow; readonly kind: ArchiveKind; readonly destination: string }> {
  const archive = await entries.require(sourcePath);
  const kind = archive.hash === null ? undefined : archiveKindOf(baseName(archive.path));
  if (kind === undefined)
    throw refuseParameter(
      'sourcePath',
      `${sourcePath} is no archive by its name. Known are ${ARCHIVE_EXTENSIONS.join(', ')}.`,
    );
  if (archive.size > maxBytes)
    throw refuseParameter(
      'sourcePath',
      `${sourcePath} has ${archive.size} bytes; archives may have ${maxBytes} at most.`,
    );
  return { archive, kind, destination: destPath === '' ? '' : checkEntryPath(destPath) };
}
