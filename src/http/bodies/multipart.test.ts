import { PassThrough } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { parseMultipart } from './multipart.ts';

function request(): PassThrough & IncomingMessage {
  const stream = new PassThrough();
  return Object.assign(stream, {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    complete: false,
  }) as unknown as PassThrough & IncomingMessage;
}

const handlers = { field: () => undefined, file: () => undefined };

it('G-2 ends at once when the client was gone before anybody read its body', async () => {
  const gone = request();
  gone.destroy();
  await new Promise((resolve) => gone.once('close', resolve));
  await expect(parseMultipart(gone, handlers)).rejects.toMatchObject({ code: 'invalid-input' });
});

it('J-1 bounds what all fields together take', async () => {
  const field = `--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n${'y'.repeat(600)}\r\n`;
  const send = (count: number): Promise<void> => {
    const body = request();
    const parsed = parseMultipart(body, handlers, { fieldBytes: 1500 });
    body.complete = true;
    body.end(`${field.repeat(count)}--b--\r\n`);
    return parsed;
  };
  await expect(send(2)).resolves.toBeUndefined();
  await expect(send(3)).rejects.toMatchObject({ code: 'too-large' });
});
