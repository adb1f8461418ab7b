import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { giveNewPassword } from '../../src/application/index.ts';
import { loadSettings } from '../../src/settings/index.ts';
import { describeOnEveryDatabase } from '../support/databases.ts';
import { createPerson } from '../support/people.ts';
import { startProcess } from '../support/process.ts';
import { ADMIN, startService, type TestService } from '../support/service.ts';

/** Few enough to reach in a test, and each other than the next. */
const LIMITS = { SignIn__MaxFailures: '3', SignIn__MaxUserFailures: '6', SignIn__MaxAddressFailures: '10' };

describeOnEveryDatabase('sign-in under attack', (environment) => {
  let service: TestService;
  let settings: Record<string, string>;
  let made = 0;
  /** Addresses nobody has used yet. */
  const newAddress = (): string => `2001:db8:${(made += 1).toString(16)}::1`;
  let name: string;

  beforeAll(async () => {
    settings = { ...(await environment()), ...LIMITS, TRUST_PROXY: 'true' };
    service = await startService(settings);
  });
  afterAll(() => service[Symbol.asyncDispose]());
  beforeEach(async () => {
    name = `user${(made += 1)}`;
    await createPerson(service, name);
  });

  const attempt = (userName: string, password: string, address: string): Promise<Response> =>
    service.call('POST', '/users/authenticate', {
      token: null,
      json: { userName, password },
      headers: { 'x-forwarded-for': address },
    });
  const right = 'password 1 of a test';
  const guess = async (userName: string, times: number, address: () => string): Promise<number[]> => {
    const statuses: number[] = [];
    for (let time = 0; time < times; time += 1) {
      statuses.push((await attempt(userName, `wrong ${time}`, address())).status);
    }
    return statuses;
  };

  it('A-4 locks a pair of user and address, tells how long, and no other pair', async () => {
    const here = newAddress();
    expect(await guess(name, 5, () => here)).toEqual([401, 401, 401, 429, 429]);
    const locked = await attempt(name.toUpperCase(), right, here);
    const seconds = Number(locked.headers.get('retry-after'));
    expect([locked.status, seconds > 200 && seconds <= 300]).toEqual([429, true]);
    expect(await locked.json()).toEqual({ error: 'Too many wrong passwords. Try again in 5 min.' });
    expect((await attempt(name, right, newAddress())).status).toBe(200);
  });

  it('A-4 takes an IPv6 network as one address, and IPv4 addresses each for itself', async () => {
    const network = newAddress().replace(/1$/, '');
    let host = 0;
    expect(await guess(name, 4, () => `${network}${(host += 1).toString(16)}`)).toEqual([401, 401, 401, 429]);
    let last = made % 100;
    expect(await guess(name, 2, () => `192.0.2.${(last += 1)}`)).toEqual([401, 401]);
  });

  it('A-4 counts guesses from everywhere for a user, who still gets in from where he has been', async () => {
    const home = newAddress();
    expect((await attempt(name, right, home)).status).toBe(200);
    expect((await guess(name, 8, newAddress)).slice(5)).toEqual([401, 429, 429]);
    expect((await attempt(name, right, newAddress())).status).toBe(429);
    expect((await attempt(name, right, home)).status).toBe(200);
  });

  it('A-4 counts guesses of one address for any users; who is known there still gets in', async () => {
    const office = newAddress();
    expect((await attempt(name, right, office)).status).toBe(200);
    const statuses: number[] = [];
    for (let time = 0; time < 12; time += 1) statuses.push((await attempt(`nobody${time}`, 'x', office)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    expect((await attempt('admin', ADMIN.password, office)).status).toBe(429);
    expect((await attempt(name, right, office)).status).toBe(200);
    expect((await attempt('admin', ADMIN.password, newAddress())).status).toBe(200);
  });

  it('A-4 lets no more through when all come at once', async () => {
    const here = newAddress();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => attempt(name, `wrong ${index}`, here)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(47);
  });

  it('A-4 counts names that do not exist like those that do, in the same words and about the same time', async () => {
    // Time of the processor, to the microsecond: how long an answer takes is up to what else the machine does.
    const timed = async (userName: string, address: string): Promise<{ ms: number; answer: string }> => {
      const from = process.cpuUsage();
      const answer = await attempt(userName, 'wrong password 1', address);
      const { user, system } = process.cpuUsage(from);
      return { ms: (user + system) / 1000, answer: `${answer.status} ${await answer.text()}` };
    };
    const times: Record<string, number[]> = { known: [], unknown: [] };
    for (let round = 0; round < 4; round += 1) {
      const [here, there] = [newAddress(), newAddress()];
      const known = await timed(round < 2 ? name : `admin`, here);
      const unknown = await timed(`nobody${made}`, there);
      expect(unknown.answer).toBe(known.answer);
      times['known']!.push(known.ms);
      times['unknown']!.push(unknown.ms);
    }
    // Hashing takes most of it; without a hash the answer would come several times sooner.
    const [known, unknown] = [Math.min(...times['known']!), Math.min(...times['unknown']!)];
    expect(unknown / known).toBeGreaterThan(0.4);
    expect(unknown / known).toBeLessThan(2.5);
    const here = newAddress();
    expect(await guess(`nothere${made}`, 5, () => here)).toEqual([401, 401, 401, 429, 429]);
  });

  it('A-4 counts passwords sent with requests, but the same one sent by forty requests at once only once', async () => {
    const headers = (password: string, address: string): Record<string, string> => ({
      authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
      'x-forwarded-for': address,
    });
    const ask = (password: string, address: string): Promise<Response> =>
      service.call('GET', '/users/me', { token: null, headers: headers(password, address) });
    const here = newAddress();
    const many = await Promise.all(Array.from({ length: 40 }, () => ask(right, here)));
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]));
    const elsewhere = newAddress();
    const statuses: number[] = [];
    for (let time = 0; time < 5; time += 1) statuses.push((await ask(`wrong ${time}`, elsewhere)).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
  });

  it('A-4 believes the address the proxy has seen, not those a visitor writes before it', async () => {
    const here = newAddress();
    const elsewhere = (): string => `${newAddress()}, ${here}`;
    expect(await guess(name, 5, elsewhere)).toEqual([401, 401, 401, 429, 429]);
  });

  it('A-4 also counts guesses of the present password by anyone who holds a token', async () => {
    const { token } = (await (await attempt(name, right, newAddress())).json()) as { token: string };
    const here = { 'x-forwarded-for': newAddress() };
    const statuses: number[] = [];
    for (let time = 0; time < 4; time += 1) {
      const json = { oldPassword: `wrong ${time}`, newPassword: 'long enough 1' };
      statuses.push((await service.call('POST', '/users/changepwd', { token, json, headers: here })).status);
    }
    expect(statuses).toEqual([400, 400, 400, 429]);
  });

  it('forgets failures when the password was right, and when an administrator sets a new one', async () => {
    const here = newAddress();
    await guess(name, 2, () => here);
    expect((await attempt(name, right, here)).status).toBe(200);
    expect(await guess(name, 4, () => here)).toEqual([401, 401, 401, 429]);
    await service.call('PUT', `/users/${name}/changepwd`, { json: { newPassword: 'long enough 1' } });
    expect((await attempt(name, 'long enough 1', here)).status).toBe(200);
  });

  it('opens what is locked when the machine gives a new password', async () => {
    const here = newAddress();
    expect((await guess(name, 4, () => here)).at(-1)).toBe(429);
    await service.app.close();
    const password = await giveNewPassword(loadSettings({ ...settings, ...service.environment }), name);
    service = await startService({ ...settings, ...service.environment });
    const answer = await attempt(name, password!, here);
    expect([answer.status, await answer.json()]).toMatchObject([200, { mustChangePassword: true }]);
  });
});

it('A-6 warns at the start until the administrator has changed the password of the first one', async () => {
  const first = await startService();
  await first.app.close();
  const environment = { ...first.environment, DefaultAdmin__Password: ADMIN.password };
  const warned = await startProcess(environment);
  expect(warned.output()).toContain('still has the password of the first start');
  const call = (path: string, json: object, token?: string): Promise<Response> =>
    fetch(warned.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(json),
    });
  const { token } = (await (await call('/users/authenticate', ADMIN)).json()) as { token: string };
  const change = { oldPassword: ADMIN.password, newPassword: 'changed 123' };
  expect((await call('/users/changepwd', change, token)).status).toBe(200);
  await warned.end('SIGTERM');
  const quiet = await startProcess(environment);
  expect(quiet.output()).not.toContain('password of the first start');
  await quiet.end('SIGTERM');
  await first[Symbol.asyncDispose]();
});
