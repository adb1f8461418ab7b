import type { IncomingHttpHeaders } from 'node:http';
import { fail } from '../../errors/index.ts';
import type { Upload } from '../../forms/index.ts';
import type { Arrivals } from './arrivals.ts';
import { expectedHash } from './checksum.ts';
import type { Conditions } from './conditions.ts';
import type { EntryAnswer, ObjectDependencies, Uploader } from './context.ts';
import type { DatasetRef } from './entry-observer.ts';
import { discardingRefused, storeFile } from './file-storage.ts';
import { createFolder } from './folders.ts';
import { inspectAndPlace, presentPlaced, type PlaceFiles } from './placing.ts';

/** An upload of one file, or of a path alone, which asks for a folder. */
export interface FileUpload {
  readonly upload: Upload;
  /** Bytes that the file has at least, as far as the headers tell. */
  readonly leastBytes: number;
  /** Headers that tell the SHA-256 of the file. */
  readonly headers: IncomingHttpHeaders;
  readonly conditions: Conditions;
  readonly uploader: Uploader;
}

/**
 * Takes an upload: stores its bytes while they arrive, inspects them, and makes them an entry in one transaction. A refused
 * upload leaves nothing, also when its body ends behind the file.
 */
export async function takeUpload(
  dependencies: ObjectDependencies,
  { place, arrivals }: { readonly place: PlaceFiles; readonly arrivals: Arrivals },
  dataset: DatasetRef,
  { upload, leastBytes, headers, conditions, uploader }: FileUpload,
  signal: AbortSignal,
): Promise<EntryAnswer> {
  expectedHash(headers, undefined); // A wrong header is refused before bytes are transferred.
  const taken = await discardingRefused(dependencies, async (stored) => {
    const { fields, file } = await upload.read(async (source, cutOff, { path }) => {
      const arriving = { source, path: typeof path === 'string' ? path : undefined, leastBytes, conditions };
      const store = () => storeFile(dependencies, dataset.id, arriving, uploader, cutOff);
      const written = await arrivals.during(dataset.id, leastBytes, store);
      stored.add(written.hash);
      return written;
    });
    const path = fields['path'];
    if (typeof path !== 'string') throw fail('invalid-input', 'The path field is required.');
    const demands = { ...conditions, hash: expectedHash(headers, fields['sha256']) };
    if (file === undefined) return { path };
    return inspectAndPlace(dependencies, place, dataset, { rawPath: path, file, uploader, demands }, signal);
  });
  if ('hash' in taken) return presentPlaced(dependencies, dataset, taken, signal);
  await uploader.readmit?.();
  return createFolder(dependencies, dataset, taken.path);
}
