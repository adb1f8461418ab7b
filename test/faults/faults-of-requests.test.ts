import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../support/service.ts';

let child: ChildProcess;
let printed: string;
let address: string;

beforeEach(async () => {
  child = spawn(process.execPath, [join(import.meta.dirname, '../support/faulty-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  printed = '';
  child.stdout!.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const port = (): string | undefined => /^port (\d+)$/m.exec(printed)?.[1];
  address = `http://127.0.0.1:${await until(
    () => Promise.resolve(port()),
    (found) => found !== undefined,
  )}`;
});
afterEach(async () => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
});

const post = (path: string): Promise<Response> =>
  fetch(address + path, { method: 'POST', body: 'a body', headers: { 'content-type': 'text/plain' } });
const answerOf = async (path: string): Promise<string> => (await fetch(address + path)).text();

describe('a fault that no handler caught', () => {
  it.each([
    ['/event-without-listener', 'of an event'],
    ['/stream-without-listener', 'of a stream'],
    ['/timer', 'fault of a timer'],
    ['/promise', 'fault of a promise'],
    ['/not-an-error', 'of a text'],
    ['/body', 'fault of a listener of the body'],
    ['/end-of-body', 'fault behind the body'],
  ])('J-8 %s is answered 500 and logged with its request, and disturbs no other', async (path, words) => {
    const other = answerOf('/slow');
    const answer = await post(path);
    const { error } = (await answer.json()) as { error: string };
    expect([answer.status, error]).toEqual([500, expect.stringContaining(answer.headers.get('x-request-id')!)]);
    expect(error).not.toContain(words);
    expect([await other, await answerOf('/version')]).toEqual(['slow and sound', 'sound']);
    const line = printed.split('\n').find((one) => one.includes('fault outside of the handler'))!;
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      reqId: answer.headers.get('x-request-id'),
      method: 'POST',
      path,
      err: { message: words },
    });
  });

  it('J-8 cuts off an answer that is half sent', async () => {
    const answer = await post('/half-an-answer');
    await expect(answer.text()).rejects.toThrow('terminated');
    expect(await answerOf('/version')).toBe('sound');
  });

  it('ends the process in order when it belongs to no request: what runs is answered first', async () => {
    const running = answerOf('/slow');
    await new Promise((resolve) => setTimeout(resolve, 100));
    const exit = once(child, 'exit');
    expect((await post('/outside')).status).toBe(204);
    expect(await running).toBe('slow and sound');
    expect(await exit).toEqual([70, null]);
    expect(printed).toContain('reported: Error: fault of no request');
  });
});
