import { PassThrough } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { expect, it, vi } from 'vitest';
import { createBodyBudget } from './body-budget.ts';
import { readFieldForm, readUploadForm } from './multipart.ts';
import { BODY_LIMIT_MS } from './read-body.ts';

function request(): PassThrough & IncomingMessage {
  const stream = new PassThrough();
  return Object.assign(stream, {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    complete: false,
  }) as unknown as PassThrough & IncomingMessage;
}

const claim = () => createBodyBudget(10_000).open();

it('G-2 ends at once when the client was gone before anybody read its body', async () => {
  const gone = request();
  gone.destroy();
  await new Promise((resolve) => gone.once('close', resolve));
  await expect(readUploadForm(gone, {}, { fieldBytes: 1500 })).rejects.toMatchObject({ code: 'invalid-input' });
});

it('G-2 ends when the client goes while its body is read', async () => {
  const leaving = request();
  leaving.write('--b\r\ncontent-disposition: form-data; name="x"\r\n\r\nyyy');
  const reading = readUploadForm(leaving, {}, { fieldBytes: 1500 });
  leaving.destroy(new Error('ECONNRESET'));
  await expect(reading).rejects.toMatchObject({ code: 'invalid-input', message: expect.stringMatching(/cut off/) });
});

const part = (value: string): string => `--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n${value}`;

it('J-1 bounds what all fields together take', async () => {
  const send = (count: number): Promise<void> => {
    const body = request();
    const read = readFieldForm(body, () => undefined, { fieldBytes: 1500, claim: claim() });
    body.complete = true;
    body.end(`${`${part('y'.repeat(600))}\r\n`.repeat(count)}--b--\r\n`);
    return read;
  };
  await expect(send(2)).resolves.toBeUndefined();
  await expect(send(3)).rejects.toMatchObject({ fault: 'too-large' });
});

it('J-1 refuses a field that never ends as soon as it is too long, and one that says so before its first byte', async () => {
  const endless = request();
  const read = readFieldForm(endless, () => undefined, { fieldBytes: 1500, claim: claim() });
  endless.write(part('y'.repeat(8000)));
  await expect(read).rejects.toMatchObject({ code: 'too-large' });
  const declared = request();
  declared.headers['content-length'] = '100000';
  await expect(readFieldForm(declared, () => undefined, { fieldBytes: 1500, claim: claim() })).rejects.toMatchObject({
    code: 'too-large',
  });
});

it('J-1 refuses bodies for the moment while those of others fill the memory', async () => {
  const budget = createBodyBudget(1000);
  const other = budget.open();
  other.add(900);
  const send = (): Promise<void> => {
    const body = request();
    const read = readFieldForm(body, () => undefined, { fieldBytes: 1500, claim: budget.open() });
    body.complete = true;
    body.end(`${part('y'.repeat(200))}\r\n--b--\r\n`);
    return read;
  };
  await expect(send()).rejects.toMatchObject({ code: 'busy', retryAfter: 5 });
  other.close();
  await expect(send()).resolves.toBeUndefined();
});

it('J-1 bounds the time of a form that is held in memory', async () => {
  vi.useFakeTimers();
  try {
    const slow = request();
    slow.write('--b\r\n');
    const read = readFieldForm(slow, () => undefined, { fieldBytes: 1500, claim: claim() });
    const outcome = read.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(BODY_LIMIT_MS);
    expect(await outcome).toMatchObject({ code: 'too-slow' });
    expect(slow.destroyed).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});
