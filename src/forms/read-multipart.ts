import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { discard, LEAST_BUFFER_BYTES } from '../bytes/index.ts';
import { FormError } from './form-error.ts';

/** Receives the parts of a body in their order. What a handler throws ends the reading with that error. */
export interface PartHandlers {
  /** A part without a file name, whole. Absent: such parts are ignored. */
  field?(name: string, value: string): void;
  /**
   * A part with a file name, as a stream. Its errors reach its reader and never the process: it has an `error` listener
   * before this is called. The handler reads the stream or discards it; one that gives it up fires the signal, as the body
   * cannot end before its files. Absent: files are discarded.
   */
  file?(name: string, stream: Readable): void;
}

export interface MultipartOptions {
  /** Bytes that the names and values of all fields may have together. */
  readonly fieldBytes: number;
  /** Number of parts, fields and files together. */
  readonly maxParts: number;
  /** Hands every part to `file`, fields too: for fields that do not fit into memory. */
  readonly fieldsAsFiles?: boolean;
  /** Ends the reading; files that are still open fail with its reason. */
  readonly signal?: AbortSignal;
}

/** Bytes of a field's name: names are words, a path is a value. */
const MAX_NAME_BYTES = 200;
/** Bytes of one value: the largest are lists of paths sent as one field. */
const MAX_VALUE_BYTES = 4 * 1024 * 1024;
/** Headers of one part. Programs send three. */
const MAX_PART_HEADERS = 100;
/** Bytes of the headers of one part: a file name of 1,024 bytes, percent-encoded, twice. */
const MAX_HEADER_BYTES = 16 * 1024;
/** RFC 2046, 5.1.1: a boundary has at most 70 characters. Searching for longer ones costs memory. */
const MAX_BOUNDARY = 70;
/** Where the parser and a part stop taking more: a whole read of the connection, of 64 KiB, is not enough, two are. */
const HELD_BYTES = LEAST_BUFFER_BYTES / 2 + 1;

/**
 * Reads a multipart body as it arrives. This is the only place that touches the parser: each stream it makes has an `error`
 * listener before anybody else sees it.
 *
 * The source is neither destroyed nor drained: an HTTP request needs its connection for the answer.
 *
 * @returns when the whole body was read and every handler was called
 * @throws FormError for a body that cannot be read; what a handler threw; the reason of the signal; the source's error
 */
export async function readMultipart(
  source: Readable,
  contentType: string,
  handlers: PartHandlers,
  options: MultipartOptions,
): Promise<void> {
  const { signal } = options;
  // Its error may come when nobody reads it any more: a file is opened after it was given up.
  source.on('error', () => undefined);
  const parser = openParser(contentType, options);
  const open = new Set<Readable>();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = (cause: unknown): void => reject(cause as Error);
  const guarded = (handle: () => void): void => {
    try {
      handle();
    } catch (cause) {
      fail(cause);
    }
  };
  const countField = fieldCounter(options.fieldBytes);
  let parts = 0;
  const countPart = (): void => {
    parts += 1;
    if (parts > options.maxParts)
      throw new FormError('too-large', `A form may have ${options.maxParts} fields and files.`);
  };

  parser.on('error', (cause) =>
    fail(new FormError('malformed', 'The multipart body cannot be read or ended too early.', { cause })),
  );
  parser.on('finish', resolve);
  parser.on('file', (name, part) => {
    const stream = part as unknown as Readable;
    // Faults of the body reach `fail` by the parser; those of a reader are told by the reader.
    stream.on('error', () => undefined);
    open.add(stream);
    stream.once('close', () => open.delete(stream));
    guarded(() => {
      countPart();
      checkName(name);
      if (handlers.file) handlers.file(name, stream);
      else discard(stream);
    });
  });
  parser.on('field', (name, value, _nameCut, valueCut) =>
    guarded(() => {
      countPart();
      checkName(name);
      if (valueCut) throw new FormError('too-large', `The field ${name} is longer than ${valueBytes(options)} bytes.`);
      countField(name, value);
      handlers.field?.(name, value);
    }),
  );
  const abort = (): void => fail(signal?.reason);
  signal?.addEventListener('abort', abort);
  source.on('error', fail);
  try {
    signal?.throwIfAborted();
    source.pipe(parser);
    await promise;
  } catch (cause) {
    for (const stream of open) stream.destroy(cause as Error);
    throw cause;
  } finally {
    signal?.removeEventListener('abort', abort);
    source.off('error', fail);
    source.unpipe(parser);
    // A parser that is given up in the middle of a part would keep its buffers as long as the connection lives.
    if (!parser.destroyed) parser.destroy();
  }
}

/** Bytes of one value. The parser holds so much of a value that never ends. */
const valueBytes = ({ fieldBytes }: MultipartOptions): number => Math.min(MAX_VALUE_BYTES, fieldBytes);

function checkName(name: string | undefined): void {
  if (name === undefined) throw new FormError('malformed', 'A part of the multipart body has no name.');
  if (Buffer.byteLength(name) > MAX_NAME_BYTES)
    throw new FormError('too-large', `The field ${name.slice(0, 40)} has a name that is too long.`);
}

function fieldCounter(limit: number): (name: string, value: string) => void {
  let bytes = 0;
  return (name, value) => {
    bytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (bytes > limit) throw new FormError('too-large', `The fields of the form have more than ${limit} bytes.`);
  };
}

function openParser(contentType: string, options: MultipartOptions): InstanceType<typeof Busboy> {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]*)"|([^\s;,"]*))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare ?? '';
  if (boundary === '') throw new FormError('malformed', 'The multipart body has no boundary.');
  if (boundary.length > MAX_BOUNDARY)
    throw new FormError('malformed', `The boundary of the multipart body is longer than ${MAX_BOUNDARY} characters.`);
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { fieldSize: valueBytes(options), headerPairs: MAX_PART_HEADERS, headerSize: MAX_HEADER_BYTES },
      ...(options.fieldsAsFiles ? { isPartAFile: () => true } : {}),
      highWaterMark: HELD_BYTES,
      fileHwm: HELD_BYTES,
    });
  } catch (cause) {
    // The parser reads the header in its own way, and may find another boundary in it.
    throw new FormError('malformed', 'The boundary of the multipart body cannot be used.', { cause });
  }
}
