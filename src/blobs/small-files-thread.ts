import { hash } from 'node:crypto';
import {
  closeSync,
  fdatasync,
  fsync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { inThread } from '../concurrency/index.ts';
import { BLOB_MODE, FOLDER_MODE, locateBlob, namingFolders } from './blob-files.ts';
import type { Blob } from './blob-store.ts';

/** Bytes to be stored, and where they lie until they have their name. */
export interface SmallFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly temporary: string;
}

/** Files that are stored together. */
export interface SmallBatch {
  /** That of the store. */
  readonly folder: string;
  readonly files: readonly SmallFile[];
}

/** Why a file could not be stored: an error of the system, as others can be told of it. */
export interface Fault {
  readonly code: string | undefined;
  readonly message: string;
}

interface Step {
  readonly file: SmallFile;
  readonly blob: Blob;
  /** Open until it is flushed. */
  descriptor?: number;
  fault?: Fault;
}

/** Flushes take as long as the disk does; those that are asked for at the same time are done in one go. */
const [flushBytes, flushFile] = [promisify(fdatasync), promisify(fsync)];
/** Folders whose names are on the disk, as far as this thread knows: 65,792 at most. */
const durable = new Set<string>();

/**
 * Stores files: bytes and names are on the disk for good when it ends. Each step is taken for all files before the next one. A
 * file that cannot be stored hinders no other; what is left of it is for the caller to remove.
 */
export const storeSmallFiles = inThread(async ({ folder, files }: SmallBatch): Promise<(Blob | Fault)[]> => {
  const locate = (name: string): string => locateBlob(folder, name);
  const steps = files.map((file): Step => ({
    file,
    blob: { hash: hash('sha256', file.bytes), size: file.bytes.length },
  }));
  for (const step of steps) attempt(step, write);
  await Promise.all(steps.map((step) => attemptLater(step, ({ descriptor }) => flushBytes(descriptor!))));
  for (const step of steps) if (step.descriptor !== undefined) closeSync(step.descriptor);
  for (const step of steps) attempt(step, ({ file, blob }) => publish(file.temporary, locate(blob.hash), blob.size));
  const names = new Map<string, Promise<void>>();
  await Promise.all(steps.map((step) => attemptLater(step, ({ blob }) => flushNames(locate(blob.hash), names))));
  return steps.map(({ blob, fault }) => fault ?? blob);
});

function attempt(step: Step, work: (step: Step) => void): void {
  if (step.fault) return;
  try {
    work(step);
  } catch (cause) {
    step.fault = faultOf(cause);
  }
}

async function attemptLater(step: Step, work: (step: Step) => Promise<void>): Promise<void> {
  if (!step.fault) await work(step).catch((cause: unknown) => void (step.fault = faultOf(cause)));
}

function faultOf(cause: unknown): Fault {
  const { code, message } = cause as NodeJS.ErrnoException;
  return { code, message };
}

function write(step: Step): void {
  const { bytes, temporary } = step.file;
  step.descriptor = openSync(temporary, 'wx', BLOB_MODE);
  for (let at = 0; at < bytes.length;) at += writeSync(step.descriptor, bytes, at);
}

/** Gives a file its name. Equal bytes that are there already stay, marked as just written. */
function publish(temporary: string, path: string, size: number): void {
  if (statSync(path, { throwIfNoEntry: false })?.size === size && touch(path)) return rmSync(temporary);
  if (!durable.has(dirname(path))) mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
  renameSync(temporary, path);
}

function touch(path: string): boolean {
  try {
    utimesSync(path, new Date(), new Date());
    return true;
  } catch {
    return false; // The clean-up removed the file this moment.
  }
}

/** @param names flushes of this batch, by folder */
async function flushNames(path: string, names: Map<string, Promise<void>>): Promise<void> {
  const { folders, added } = namingFolders(path, durable);
  await Promise.all(
    folders.map((folder) => {
      const flushing = names.get(folder) ?? flushFolder(folder);
      names.set(folder, flushing);
      return flushing;
    }),
  );
  for (const folder of added) durable.add(folder);
}

async function flushFolder(folder: string): Promise<void> {
  const descriptor = openSync(folder, 'r');
  try {
    await flushFile(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
