import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { checkName, refusal, textDecoder, type OpenField } from './fields.ts';

/** Parts of a form that are read; what means something is in the first few. */
const MAX_PARTS = 100;

/** Reads the parts of a `multipart/form-data` body as they arrive, files as fields like all others. */
export async function readMultipartFields(source: Readable, contentType: string, open: OpenField): Promise<void> {
  let parts = 0;
  await new Promise<void>((resolve, reject) => {
    const parser = openParser(contentType);
    const fail = (cause: unknown): void => {
      reject(cause as Error);
      source.destroy();
    };
    const guarded = (read: () => void): void => {
      try {
        read();
      } catch (cause) {
        fail(cause);
      }
    };
    parser.on('file', (name, part) =>
      guarded(() => {
        const stream = part as unknown as Readable;
        stream.on('error', fail);
        parts += 1;
        if (parts > MAX_PARTS) throw refusal(`A form may have ${MAX_PARTS} parts.`);
        const decode = textDecoder();
        const field = open(checkName(name));
        stream.on('data', (bytes: Buffer) => guarded(() => field.text(decode(bytes))));
        stream.on('end', () =>
          guarded(() => {
            field.text(decode());
            field.end();
          }),
        );
      }),
    );
    parser.on('error', () => fail(refusal('The multipart body cannot be read or ended too early.')));
    parser.on('finish', resolve);
    source.on('error', fail);
    source.pipe(parser);
  });
}

function openParser(contentType: string): InstanceType<typeof Busboy> {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, isPartAFile: () => true, fileHwm: 1024 * 1024 });
  } catch {
    throw refusal('The multipart body has no boundary.');
  }
}
