import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** A body of multipart/form-data (RFC 7578), and the headers that say so. */
export interface FormBody {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** A file of a form. */
export interface FormFile {
  readonly field: string;
  /** Letters, digits, `.`, `_` and `-` only: it stands in a header. */
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
  readonly size: number;
}

/** @param fields texts by name @param files each is read once, while it is sent */
export function formBody(fields: Readonly<Record<string, string>>, files: readonly FormFile[] = []): FormBody {
  const boundary = randomUUID();
  const begin = (disposition: string): Buffer =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`);
  const texts = Object.entries(fields).map(([name, text]) =>
    Buffer.concat([begin(`name="${name}"`), Buffer.from(`${text}\r\n`)]),
  );
  const parts = files.map((file) => ({
    ...file,
    head: begin(`name="${file.field}"; filename="${file.name}"\r\nContent-Type: application/octet-stream`),
  }));
  const lineEnd = Buffer.from('\r\n');
  const end = Buffer.from(`--${boundary}--\r\n`);
  const length =
    texts.reduce((sum, text) => sum + text.length, 0) +
    parts.reduce((sum, { head, size }) => sum + head.length + size + lineEnd.length, 0) +
    end.length;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': String(length) },
    body: (async function* () {
      yield* texts;
      for (const { head, path, size } of parts) {
        yield head;
        // No byte more than was announced.
        if (size > 0) yield* createReadStream(path, { end: size - 1 }) as AsyncIterable<Buffer>;
        yield lineEnd;
      }
      yield end;
    })(),
  };
}
