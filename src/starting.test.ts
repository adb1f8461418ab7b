import { connect } from 'node:net';
import { once } from 'node:events';
import Fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { freePort } from '../test/support/free-port.ts';
import { SettingsError } from './settings/index.ts';
import { takePort, type StartingPort } from './starting.ts';

const HOST = '127.0.0.1';
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function start(): Promise<{ port: number; starting: StartingPort; url: string }> {
  const port = await freePort();
  const starting = await takePort({ host: HOST, port, processes: 1 }, '1.2.3');
  return { port, starting, url: `http://${HOST}:${port}` };
}

it('answers its version while it starts, and 503 to everything else, in the form of the caller', async () => {
  const { starting, url } = await start();
  open.push(async () => starting.close());
  const version = await fetch(`${url}/version`);
  expect([version.status, await version.text()]).toEqual([200, '1.2.3']);
  const json = await fetch(`${url}/orgs/acme/ds/x/obj`, { method: 'POST', body: 'x'.repeat(1000) });
  expect([json.status, json.headers.get('retry-after'), await json.json()]).toEqual([
    503,
    '2',
    { error: 'Alidade is starting. Try again in some seconds.' },
  ]);
  const page = await fetch(`${url}/r/acme`, { headers: { accept: 'text/html,*/*' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain('Alidade is starting');
});

it('hands its port over without refusing a connection, and ends it with the service', async () => {
  const { starting, url, port } = await start();
  const silent = connect(port, HOST);
  await once(silent, 'connect');
  const app = Fastify();
  app.get('/version', () => 'of the service');
  let isHandedOver = false;
  const asked = (async () => {
    const answers: string[] = [];
    while (!isHandedOver) answers.push(await (await fetch(`${url}/version`)).text());
    return answers;
  })();
  expect(await starting.handOver(app)).toBe(url);
  isHandedOver = true;
  expect(new Set(await asked).size).toBeGreaterThan(0);
  expect(await (await fetch(`${url}/version`)).text()).toBe('of the service');
  silent.destroy();
  await app.close();
  await expect(fetch(`${url}/version`)).rejects.toThrow('fetch failed');
});

it('says which port is taken, and what to do', async () => {
  const { port, starting } = await start();
  open.push(async () => starting.close());
  const error = await takePort({ host: HOST, port, processes: 1 }, '1').catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(SettingsError);
  expect((error as Error).message).toBe(`Another program uses port ${port} already. Stop it, or choose another PORT.`);
});
