import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { EntryRow } from '../../datasets/index.ts';
import type {
  UnpackAnswer as ArchiveAnswer,
  UnpackRequest as ArchiveRequest,
  Unpacked as UnpackedArchive,
} from './unpack/request.ts';
import { ownProgram } from '../../engine/index.ts';
import { fail } from '../../errors/index.ts';
import type { RunningTask } from '../index.ts';
import { runOwnProgram, type ProgramStep } from './own-program.ts';

/** Unpacks an archive of a user into a folder; names, sizes and checksums are checked. */
export const unpackProgram = ownProgram('unpack', import.meta.resolve('./unpack/program.ts'));

/** Limits of archives. */
export interface ArchiveLimits {
  /** Bytes that an archive may have, packed and unpacked. */
  readonly maxArchiveExtractSizeBytes: number;
  /** Bytes that must stay free on the disk. */
  readonly minFreeDiskBytes: number;
}

/** An archive to unpack. */
export interface ArchiveToUnpack extends Pick<ArchiveRequest, 'path' | 'holds' | 'packing' | 'destination'> {
  /** `replace` or `keep` files that are there; `nothing`: the files go into a new dataset. */
  readonly present: 'replace' | 'keep' | 'nothing';
}

type Task = Pick<RunningTask<unknown>, 'engine' | 'entries' | 'folder' | 'log' | 'report' | 'requireRoom' | 'signal'>;

/**
 * Most existing files that an archive is compared with under a quota: twice as many as an archive may have. Further files
 * count as new, so the quota may refuse too early, never too late.
 */
const MOST_PRESENT = 200_000;

/**
 * Unpacks an archive into the folder of the task. The declared sizes are checked against the quota and the disk before a byte
 * is written; then no more bytes are written than the quota had room for.
 *
 * @throws `quota-exceeded`, `no-space`; `invalid-input` for an archive that is damaged, hostile or too large
 */
export async function unpackArchive(
  task: Task,
  { present, ...archive }: ArchiveToUnpack,
  { maxArchiveExtractSizeBytes: maxBytes, minFreeDiskBytes: leastFreeBytes }: ArchiveLimits,
  step: ProgramStep,
): Promise<UnpackedArchive> {
  const folder = join(task.folder, 'unpacked');
  await mkdir(folder);
  const room = await task.requireRoom(0);
  const asksPresent = room < maxBytes && present !== 'nothing';
  const request: ArchiveRequest = {
    ...archive,
    folder,
    maxBytes,
    leastFreeBytes,
    overwrite: present === 'replace',
    quotaBytes: Number.isFinite(room) ? room : null,
    present: asksPresent ? await listPresent(task, archive.destination) : null,
  };
  const answer = await runOwnProgram<ArchiveAnswer>(task, unpackProgram, request, step);
  if (!('overrun' in answer)) return answer;
  const { limit, bytes, room: left } = answer.overrun;
  if (limit === 'disk')
    throw fail(
      'no-space',
      `The disk is full: the archive unpacks to ${bytes} bytes, and ${left} bytes are left beside the reserve. Free space on the disk, or unpack a smaller archive.`,
    );
  await task.requireRoom(bytes);
  throw quotaChanged();
}

/**
 * Most bytes that an archive has beside its content: names of 100,000 files, twice, with 300 bytes each, and their headers.
 */
const HEADER_BYTES = 64 * 2 ** 20;

/**
 * Limits the download of an archive by the quota for its content.
 *
 * @returns a check to call before that many bytes are on the disk. It throws `quota-exceeded`
 */
export async function packedRoom(
  task: Task,
  { destination, present }: Pick<ArchiveToUnpack, 'destination' | 'present'>,
  { maxArchiveExtractSizeBytes }: ArchiveLimits,
): Promise<(bytes: number) => Promise<void>> {
  const room = await task.requireRoom(0);
  if (room >= maxArchiveExtractSizeBytes) return () => Promise.resolve();
  let besides = HEADER_BYTES;
  if (present !== 'nothing') for await (const { size } of filesBelow(task, destination)) besides += size;
  return async (bytes) => {
    if (bytes <= room + besides) return;
    await task.requireRoom(bytes - besides);
    throw quotaChanged();
  };
}

const quotaChanged = () => fail('busy', 'The storage quota changed while the task ran. Start the task again.');

/** Writes sizes of the files below a folder into a file. @returns its path */
async function listPresent(task: Task, destination: string): Promise<string> {
  const path = join(task.folder, 'present');
  const lines = async function* (): AsyncGenerator<string> {
    for await (const entry of filesBelow(task, destination)) yield `${JSON.stringify([entry.path, entry.size])}\n`;
  };
  await pipeline(Readable.from(lines()), createWriteStream(path), { signal: task.signal });
  return path;
}

async function* filesBelow({ entries }: Pick<Task, 'entries'>, destination: string): AsyncGenerator<EntryRow> {
  let count = 0;
  for await (const entry of entries.below(destination === '' ? [] : [destination])) {
    if (entry.hash === null) continue;
    yield entry;
    count += 1;
    if (count === MOST_PRESENT) return;
  }
}
