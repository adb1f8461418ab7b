import { open, stat } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { filePieces } from '../bytes/index.ts';
import { SENT_PIECE_BYTES } from './piece-buffers.ts';
import { type FileAnswer, sendBytes } from './send-file.ts';

/** A range of a file. */
export interface FilePart {
  /** Absolute path. */
  readonly path: string;
  readonly offset: number;
  readonly bytes: number;
}

/** What follows each other in an answer. */
export type Part = Uint8Array | FilePart;

export interface PartsAnswer extends Omit<FileAnswer, 'path' | 'modified'> {
  readonly parts: readonly Part[];
  /** Whose time is that of the answer. */
  readonly madeOf: string;
}

/** As `sendFile`, with parts in memory and ranges of files one after the other. */
export async function sendParts(
  request: FastifyRequest,
  reply: FastifyReply,
  { parts, madeOf, ...answer }: PartsAnswer,
): Promise<FastifyReply> {
  const size = parts.reduce((sum, part) => sum + lengthOf(part), 0);
  const { mtime } = await stat(madeOf);
  return sendBytes(request, reply, { ...answer, size, modified: mtime }, (first, end) => piecesOf(parts, first, end));
}

const lengthOf = (part: Part): number => (part instanceof Uint8Array ? part.length : part.bytes);

async function* piecesOf(parts: readonly Part[], first: number, end: number): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const part of parts) {
    const length = lengthOf(part);
    const [from, to] = [Math.max(first - at, 0), Math.min(end - at, length)];
    at += length;
    if (from < to) yield* part instanceof Uint8Array ? inPieces(part.subarray(from, to)) : ofFile(part, from, to);
  }
}

function* inPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += SENT_PIECE_BYTES) yield bytes.subarray(at, at + SENT_PIECE_BYTES);
}

async function* ofFile({ path, offset }: FilePart, from: number, to: number): AsyncGenerator<Uint8Array> {
  const handle = await open(path);
  try {
    const shorter = (): Error => new Error(`${path} is shorter than it was`);
    yield* filePieces(handle, offset + from, offset + to, shorter, SENT_PIECE_BYTES);
  } finally {
    await handle.close();
  }
}
