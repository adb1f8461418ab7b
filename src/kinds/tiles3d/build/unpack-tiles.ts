import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type OutputRequest, BuildFailure, refusal } from '../../../builds/index.ts';
import { type ArchiveAnswer, type ArchiveRequest, unpackProgram } from '../../../tasks/tool-kit/index.ts';

/** Files of an archive that lie in the folder of a build under other names. */
export interface UnpackedTiles {
  /** Absolute paths by name in the archive. */
  readonly files: ReadonlyMap<string, string>;
  /** Folder below the scratch folder that they are in. */
  readonly folder: string;
}

/**
 * Bytes that come out of an archive: 1 GiB, and a hundred for each of its own. Tiles hold compressed pictures and numbers, which come to
 * some two or three; what comes to a thousand is zeros that fill the disk.
 */
const mostBytes = (size: number): number => 2 ** 30 + 100 * size;
/** Bytes that stay free on the disk. */
const LEAST_FREE_BYTES = 256 * 2 ** 20;
/** Names are held, twice, and a window of the archive. */
const MEMORY_BYTES = 512 * 2 ** 20;
/** Paths of entries begin with a name of ours: what is reserved in a dataset is nothing special in an archive. */
const ROOT = 'tiles';
/** What an archive may hold of older making: where its files lie in it. */
const INDEX = '@3dtilesIndex1@';

/**
 * Unpacks an archive of 3D Tiles. Names, sizes, checksums and the room on the disk are checked by the program that unpacks archives of
 * users for the tools. @throws BuildFailure
 */
export async function unpackTiles({
  source,
  size,
  scratch,
  engine,
  signal,
  report,
  log,
}: OutputRequest): Promise<UnpackedTiles> {
  // A name that no file of an archive has.
  const folder = randomUUID();
  const files = { request: join(scratch, 'request.json'), answer: join(scratch, 'answer.json') };
  const request: ArchiveRequest = {
    path: source,
    holds: 'zip',
    packing: 'none',
    folder: join(scratch, folder),
    destination: ROOT,
    maxBytes: mostBytes(size),
    quotaBytes: null,
    leastFreeBytes: LEAST_FREE_BYTES,
    present: null,
    overwrite: true,
  };
  await mkdir(request.folder);
  await writeFile(files.request, JSON.stringify(request), { flag: 'wx', signal });
  report({ percent: 0, phase: 'Unpacking' });
  try {
    await engine.run(unpackProgram, [files.request, files.answer], {
      signal,
      temporaryFolder: scratch,
      memoryLimitBytes: MEMORY_BYTES,
      onProgress: (percent) => report({ percent: percent / 2, phase: 'Unpacking' }),
    });
  } catch (error) {
    throw refusal(error, 'It cannot be unpacked.') ?? error;
  }
  const answer = JSON.parse(await readFile(files.answer, 'utf8')) as ArchiveAnswer;
  for (const file of Object.values(files)) await rm(file);
  if ('overrun' in answer)
    throw new BuildFailure(
      'no-space',
      `It unpacks to ${megabytes(answer.overrun.bytes)}, and ${megabytes(answer.overrun.room)} are free on the disk.`,
    );
  if (answer.leftOut > 0) log(`${answer.leftOut} links, devices and the like are left out.`);
  const named = answer.files.map(({ path, file }) => [path.slice(ROOT.length + 1), file] as const);
  return { files: new Map(named.filter(([name]) => name !== INDEX)), folder };
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`;
