import Type from 'typebox';
import { checkEntryPath } from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import type { ChunkPlace } from './chunk-store.ts';

/** Chunks of one file: of a terabyte, each is a hundred megabytes then. */
const MAX_CHUNKS = 10_000;
const MAX_FILE_ID = 256;

/** Fields beside a chunk, in any letter case. */
export const ChunkFields = Type.Object({
  fileId: Type.String({ maxLength: MAX_FILE_ID, description: 'What you call the file while its chunks come' }),
  chunkIndex: Type.Integer({ minimum: 0, description: 'Counted from 0' }),
  totalChunks: Type.Integer({ minimum: 1, maximum: MAX_CHUNKS }),
  totalFileSize: Type.Integer({ minimum: 1, description: 'Bytes of the whole file' }),
  fileName: Type.Optional(Type.String({ maxLength: 1024, description: 'Not needed; the name is in `path`' })),
  path: Type.String({ maxLength: 8192, description: 'Path in the dataset, / between names' }),
  chunkMd5: Type.Optional(Type.String({ maxLength: 32, description: 'MD5 of the chunk, hexadecimal' })),
});

/** What a client says of a chunk. */
export interface ChunkInput extends Omit<ChunkPlace, 'batchId'> {
  readonly md5: string | undefined;
}

/** Reads the fields of a form, which nobody has validated. @throws `invalid-input` */
export function readChunk(fields: Readonly<Record<string, unknown>>): ChunkInput {
  const { fileId, path, chunkMd5, fileName } = fields;
  if (typeof fileId !== 'string' || fileId.length > MAX_FILE_ID)
    throw fail('invalid-input', `FileId must be a text of at most ${MAX_FILE_ID} characters.`);
  const target = path ?? fileName;
  if (typeof target !== 'string') throw fail('invalid-input', 'The Path field is required.');
  if (chunkMd5 !== undefined && (typeof chunkMd5 !== 'string' || !/^[0-9a-f]{32}$/i.test(chunkMd5)))
    throw fail('invalid-input', 'ChunkMd5 must be 32 hexadecimal digits.');
  const totalChunks = wholeNumber('TotalChunks', fields['totalChunks'], 1, MAX_CHUNKS);
  return {
    fileId,
    path: checkEntryPath(target),
    totalChunks,
    index: wholeNumber('ChunkIndex', fields['chunkIndex'], 0, totalChunks - 1),
    totalSize: wholeNumber('TotalFileSize', fields['totalFileSize'], 1, Number.MAX_SAFE_INTEGER),
    md5: chunkMd5?.toLowerCase(),
  };
}

function wholeNumber(name: string, value: unknown, least: number, most: number): number {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : NaN;
  if (number >= least && number <= most) return number;
  throw fail('invalid-input', `${name} must be a whole number from ${least} to ${most}.`);
}
