import Type, { type Static } from 'typebox';
import { baseName, checkEntryPath, type EntryRow } from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import { refuseParameter, type TaskEntries, type Tool } from '../../tasks/index.ts';
import { ARCHIVE_EXTENSIONS, type ArchiveKind, archiveKindOf } from './archive-kind.ts';
import { pathField, placeFiles, unpackArchive, type ArchiveLimits, withWords } from '../../tasks/tool-kit/index.ts';

const Parameters = withWords(
  Type.Object(
    {
      sourcePath: pathField('The archive.', undefined, { 'x-extensions': ARCHIVE_EXTENSIONS }),
      destPath: Type.String({
        maxLength: 8192,
        default: '',
        description: 'Folder for the files. Default: the root of the dataset.',
        'x-input': 'folder',
      }),
      deleteArchive: Type.Boolean({
        default: false,
        description: 'Remove the archive when all files are in the dataset.',
      }),
      overwrite: Type.Boolean({ default: false, description: 'Replace files that exist. Default: keep them.' }),
    },
    { additionalProperties: false },
  ),
  {
    sourcePath: 'Archive',
    destPath: 'Into folder',
    deleteArchive: 'Remove the archive afterwards',
    overwrite: 'Replace existing files',
  },
);

type Parameters = Static<typeof Parameters>;

/** Unpacks an archive of the dataset into it. */
export const archiveExtract = (limits: ArchiveLimits): Tool<typeof Parameters> => ({
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
    const { archive } = await read(parameters, entries, limits);
    // Photos and rasters are packed already: what comes out is about what went in.
    return { path: archive.path, reads: [archive], estimatedBytes: archive.size };
  },
  async run(task) {
    const { archive, kind, destination } = await read(task.parameters, task.entries, limits);
    const { overwrite, deleteArchive } = task.parameters;
    const request = {
      path: task.locate(archive),
      ...kind,
      destination,
      present: overwrite ? 'replace' : 'keep',
    } as const;
    const unpacked = await unpackArchive(task, request, limits, { phase: 'extracting', to: 80 });
    const { files, leftOut } = unpacked;
    if (deleteArchive && files.some(({ path }) => path === archive.path))
      throw fail('conflict', `The archive holds ${archive.path}, its own path; it cannot be removed as well.`);
    const placed = await placeFiles(task, files, { overwrite, from: 80 });
    const kept = unpacked.kept + placed.kept;
    if (leftOut > 0)
      task.log(`Left out ${leftOut} links, devices or files with holes: a dataset holds plain files only.`);
    if (kept > 0) task.log(`Kept ${kept} files that exist already.`);
    if (deleteArchive) task.remove(archive);
    return { facts: { files: placed.written, bytes: files.reduce((sum, { size }) => sum + size, 0), kept, leftOut } };
  },
});

/** @throws `invalid-input` for a file that is no archive or too large, or a bad destination */
async function read(
  { sourcePath, destPath }: Parameters,
  entries: TaskEntries,
  { maxArchiveExtractSizeBytes: maxBytes }: ArchiveLimits,
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
