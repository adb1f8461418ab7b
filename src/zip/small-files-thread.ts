import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';
import { inThread } from '../concurrency/index.ts';
import { deflateOptions, type ZipFileEntry } from './zip-entry.ts';
import { localHeader, type EntryFacts, type EntryHead } from './zip-records.ts';

/** Files as an archive has them, each behind its header. */
export interface PackedFiles {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly members: readonly PackedMember[];
}

export interface PackedMember {
  readonly method: EntryHead['method'];
  readonly facts: EntryFacts;
  /** Where its header stands in the bytes. */
  readonly at: number;
}

/**
 * Reads files and puts them one behind the other, in one buffer: asking for each call of each file from another thread takes
 * several times as long as the calls.
 *
 * @throws unless each file has exactly its size
 */
export const packFiles = inThread(
  (files: readonly ZipFileEntry[]): PackedFiles => {
    const headers = files.map((file) => localHeader({ ...file, method: 'stored' }, NOTHING).length);
    const space = files.reduce((sum, { size }, index) => sum + size + headers[index]!, 0);
    const bytes = Buffer.alloc(space);
    const members: PackedMember[] = [];
    let at = 0;
    for (const [index, file] of files.entries()) {
      const content = bytes.subarray(at + headers[index]!, at + headers[index]! + file.size);
      readWhole(file.file, content);
      const crc = crc32(content);
      const deflated = file.deflate ? deflateRawSync(content, deflateOptions(file.level)) : content;
      const method = deflated.length < content.length ? 'deflated' : 'stored';
      if (method === 'deflated') content.set(deflated);
      const compressedSize = method === 'deflated' ? deflated.length : file.size;
      const facts = { crc, size: file.size, compressedSize };
      bytes.set(localHeader({ ...file, method }, facts), at);
      members.push({ method, facts, at });
      at += headers[index]! + compressedSize;
    }
    return { bytes: bytes.subarray(0, at) as Uint8Array<ArrayBuffer>, members };
  },
  ({ bytes }) => [bytes.buffer],
);

const NOTHING: EntryFacts = { crc: 0, size: 0, compressedSize: 0 };

function readWhole(path: string, into: Buffer): void {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    let at = 0;
    for (let count = -1; count !== 0 && at < into.length; at += count)
      count = readSync(file, into, at, into.length - at, at);
    if (size !== into.length || at !== size) throw new Error(`A stored file has not its ${into.length} bytes`);
  } finally {
    closeSync(file);
  }
}
