import { PassThrough } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { readRequestForm } from './multipart.ts';

function request(): PassThrough & IncomingMessage {
  const stream = new PassThrough();
  return Object.assign(stream, {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    complete: false,
  }) as unknown as PassThrough & IncomingMessage;
}

it('G-2 ends at once when the client was gone before anybody read its body', async () => {
  const gone = request();
  gone.destroy();
  await new Promise((resolve) => gone.once('close', resolve));
  await expect(readRequestForm(gone, {}, { fieldBytes: 1500 })).rejects.toMatchObject({ code: 'invalid-input' });
});

it('G-2 ends when the client goes while its body is read', async () => {
  const leaving = request();
  leaving.write('--b\r\ncontent-disposition: form-data; name="x"\r\n\r\nyyy');
  const reading = readRequestForm(leaving, {}, { fieldBytes: 1500 });
  leaving.destroy(new Error('ECONNRESET'));
  await expect(reading).rejects.toMatchObject({ code: 'invalid-input', message: expect.stringMatching(/cut off/) });
});

it('J-1 bounds what all fields together take', async () => {
  const field = `--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n${'y'.repeat(600)}\r\n`;
  const send = (count: number): Promise<void> => {
    const body = request();
    const read = readRequestForm(body, {}, { fieldBytes: 1500 });
    body.complete = true;
    body.end(`${field.repeat(count)}--b--\r\n`);
    return read;
  };
  await expect(send(2)).resolves.toBeUndefined();
  await expect(send(3)).rejects.toMatchObject({ code: 'too-large' });
});

it('J-1 bounds the time of a form that is held in memory', async () => {
  const slow = request();
  slow.write('--b\r\n');
  await expect(readRequestForm(slow, {}, { fieldBytes: 1500, limitMs: 20 })).rejects.toMatchObject({
    code: 'too-slow',
  });
  expect(slow.destroyed).toBe(false);
});
