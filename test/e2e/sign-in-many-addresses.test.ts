import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeOnOneDatabase } from '../support/databases.ts';
import { createPerson, createToken } from '../support/people.ts';
import { solve, type Challenge } from '../support/proof-of-work.ts';
import { ADMIN, startService, type TestService } from '../support/service.ts';

const execute = promisify(execFile);
const MONITOR = 'monitor-token-of-a-test';
const RIGHT = 'password 1 of a test';

describeOnOneDatabase('a name that is guessed at from many addresses', (environment) => {
  let service: TestService;
  let made = 0;
  /** Addresses nobody has used yet. */
  const newAddress = (): string => `2001:db8:${(made += 1).toString(16)}::1`;
  let name: string;

  beforeAll(async () => {
    service = await startService({
      ...(await environment()),
      TRUST_PROXY: 'true',
      MonitorToken: MONITOR,
      // 256 hashes: solved in a millisecond.
      SignIn__ProofBits: '8',
    });
  });
  afterAll(() => service[Symbol.asyncDispose]());
  beforeEach(async () => {
    name = `user${(made += 1)}`;
    await createPerson(service, name);
  });

  interface Sent {
    readonly cookie?: string | undefined;
    readonly proof?: string | undefined;
    readonly keep?: boolean;
  }
  const attempt = (userName: string, password: string, address: string, sent: Sent = {}): Promise<Response> =>
    service.call('POST', '/users/authenticate', {
      token: null,
      json: { userName, password, cookie: sent.keep ?? false },
      headers: {
        'x-forwarded-for': address,
        ...(sent.cookie === undefined ? {} : { cookie: sent.cookie }),
        ...(sent.proof === undefined ? {} : { 'sign-in-proof': sent.proof }),
      },
    });
  const statusOf = async (...given: Parameters<typeof attempt>): Promise<number> => (await attempt(...given)).status;
  const basic = (userName: string, password: string, headers: Record<string, string>): Promise<Response> =>
    service.call('GET', '/orgs/public/ds', {
      token: null,
      headers: { authorization: `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`, ...headers },
    });
  /** 60 wrong passwords from 60 addresses: the default takes 25 of them. */
  const attack = async (userName: string): Promise<readonly number[]> => {
    const statuses: number[] = [];
    for (let time = 0; time < 60; time += 1) statuses.push(await statusOf(userName, `wrong ${time}`, newAddress()));
    return statuses;
  };
  const challengeOf = async (answer: Response): Promise<Challenge> => {
    const { challenge } = (await answer.json()) as { challenge?: Challenge };
    if (challenge === undefined) throw new Error(`${answer.status} without a challenge`);
    return challenge;
  };
  /** A proof of work for a name under attack from an address. */
  const proofFor = async (userName: string, address: string): Promise<string> =>
    solve(await challengeOf(await attempt(userName, 'which one', address)));
  /** The device cookie that a sign-in sets. */
  const deviceOf = (answer: Response): string => {
    const set = answer.headers.getSetCookie().find((line) => line.startsWith('alidadeDevice='));
    if (set === undefined) throw new Error(`${answer.status} without a device cookie`);
    return set.split(';')[0]!;
  };
  const deviceAfter = async (userName: string, password: string): Promise<string> =>
    deviceOf(await attempt(userName, password, newAddress(), { keep: true }));

  it('A-4 lets the administrator in: known address, known device, proof of work; nobody else', async () => {
    const office = newAddress();
    expect(await statusOf('admin', ADMIN.password, office)).toBe(200);
    const device = await deviceAfter('admin', ADMIN.password);
    const statuses = await attack('admin');
    expect(statuses.filter((status) => status === 401)).toHaveLength(25);
    expect(statuses.filter((status) => status === 429)).toHaveLength(35);

    const fresh = newAddress();
    const refused = await attempt('admin', ADMIN.password, fresh);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 200]).toEqual([429, true]);
    const body = (await refused.json()) as { error: string; challenge: Challenge };
    expect(body).toEqual({
      error: 'Too many wrong passwords for this name. Solve the challenge to sign in now, or try again in 5 min.',
      challenge: { token: expect.any(String) as string, rounds: 16, zeroBits: 4 },
    });
    expect(await statusOf('admin', ADMIN.password, office)).toBe(200);
    expect(await statusOf('admin', ADMIN.password, newAddress(), { cookie: device })).toBe(200);
    expect(await statusOf('admin', ADMIN.password, fresh, { proof: solve(body.challenge) })).toBe(200);
    // Known by now.
    expect(await statusOf('admin', ADMIN.password, fresh)).toBe(200);
    expect(await statusOf('admin', ADMIN.password, newAddress())).toBe(429);
  });

  it('A-4 takes a proof once, for its name, its address and its time, and only when it is solved', async () => {
    await attack(name);
    const [here, there] = [newAddress(), newAddress()];
    const proof = await proofFor(name, here);
    const again = async (...given: Parameters<typeof attempt>): Promise<string> => {
      const answer = await attempt(...given);
      return `${answer.status} ${(await challengeOf(answer)).token === proof.split(':')[0] ? 'same' : 'new'} challenge`;
    };
    expect(await again(name, RIGHT, there, { proof })).toBe('429 new challenge');
    const other = `user${(made += 1)}`;
    await createPerson(service, other);
    await attack(other);
    expect(await again(other, RIGHT, here, { proof })).toBe('429 new challenge');
    const token = proof.split(':')[0]!;
    const [zeroBits = '', expires = '', ...rest] = token.split('.');
    const forged = {
      unsolved: `${token}:${Array.from({ length: 16 }, () => 0).join(',')}`,
      short: proof.slice(0, proof.lastIndexOf(',')),
      easier: `${['0', expires, ...rest].join('.')}:${Array.from({ length: 16 }, () => 0).join(',')}`,
      later: solve({ token: [zeroBits, String(Number(expires) + 60), ...rest].join('.'), rounds: 16, zeroBits: 4 }),
      garbage: 'x'.repeat(2000),
      empty: ':',
    };
    for (const each of Object.values(forged))
      expect(await again(name, RIGHT, here, { proof: each })).toBe('429 new challenge');
    expect(await statusOf(name, 'wrong again', here, { proof })).toBe(401);
    expect(await again(name, RIGHT, here, { proof })).toBe('429 new challenge');
    const both = await proofFor(name, here);
    const atOnce = [1, 2, 3, 4].map((time) => statusOf(name, `wrong at once ${time}`, here, { proof: both }));
    expect((await Promise.all(atOnce)).filter((status) => status === 401)).toHaveLength(1);
    expect(await statusOf(name, RIGHT, here, { proof: await proofFor(name, here) })).toBe(200);
  });

  it('A-4 bounds guesses with proofs by address, and those of a device by device', async () => {
    const device = await deviceAfter(name, RIGHT);
    await attack(name);
    const here = newAddress();
    const statuses: number[] = [];
    for (let time = 0; time < 5; time += 1)
      statuses.push(await statusOf(name, `guess ${time}`, here, { proof: await proofFor(name, here) }));
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    // The pair is full now: no challenge is offered, as a proof does not help.
    const full = await attempt(name, RIGHT, here);
    expect([full.status, await full.json()]).toEqual([429, { error: 'Too many wrong passwords. Try again in 5 min.' }]);
    // A known device counts for itself, from wherever it comes: its owner gets in from the same address.
    expect(await statusOf(name, RIGHT, here, { cookie: device })).toBe(200);
    const stolen: number[] = [];
    for (let time = 0; time < 7; time += 1)
      stolen.push(await statusOf(name, `guess ${time}`, newAddress(), { cookie: device }));
    expect(stolen).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  it('A-4 knows a device until the password changes or its user signs out everywhere, for that user alone', async () => {
    await attack(name);
    const home = newAddress();
    const first = await attempt(name, RIGHT, home, { keep: true, proof: await proofFor(name, home) });
    const line = first.headers.getSetCookie().find((each) => each.startsWith('alidadeDevice='))!;
    expect(line).toMatch(/; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/);
    const device = deviceOf(first);
    // Each sign-in gives another one; one without the wish for cookies gives none.
    const second = await attempt(name, RIGHT, newAddress(), { keep: true, cookie: device });
    expect(deviceOf(second)).not.toBe(device);
    expect((await attempt(name, RIGHT, newAddress(), { cookie: device })).headers.getSetCookie()).toEqual([]);

    await attack('admin');
    expect(await statusOf('admin', ADMIN.password, newAddress(), { cookie: device })).toBe(429);
    const { token } = (await second.json()) as { token: string };
    const session = `alidadeDevice=${token}`;
    expect(await statusOf(name, RIGHT, newAddress(), { cookie: session })).toBe(429);
    expect((await service.call('GET', '/users/me', { token: device.slice('alidadeDevice='.length) })).status).toBe(401);

    const change = { oldPassword: RIGHT, newPassword: 'another 2 of a test', cookie: true };
    const changed = await service.call('POST', '/users/changepwd', {
      token,
      json: change,
      headers: { 'x-forwarded-for': home },
    });
    expect(changed.status).toBe(200);
    expect(await statusOf(name, change.newPassword, newAddress(), { cookie: device })).toBe(429);
    const renewed = deviceOf(changed);
    expect(await statusOf(name, change.newPassword, newAddress(), { cookie: renewed })).toBe(200);
    const { token: now } = (await changed.json()) as { token: string };
    const out = await service.call('POST', '/users/logout/everywhere', { token: now, json: {} });
    expect(out.headers.getSetCookie().some((each) => each.startsWith('alidadeDevice=;'))).toBe(true);
    expect(await statusOf(name, change.newPassword, newAddress(), { cookie: renewed })).toBe(429);
  });

  it('A-4 lets an administrator set a password by a proof or a known device when the present one is given', async () => {
    const chief = `chief${(made += 1)}`;
    const { token } = await createPerson(service, chief, ['admin']);
    const set = (currentPassword: string, address: string, headers: Record<string, string> = {}): Promise<Response> =>
      service.call('PUT', `/users/${name}/changepwd`, {
        token,
        json: { currentPassword, newPassword: RIGHT },
        headers: { 'x-forwarded-for': address, ...headers },
      });
    const device = await deviceAfter(name, RIGHT);
    await attack(name);
    const here = newAddress();
    const refused = await set(RIGHT, here);
    expect(refused.status).toBe(429);
    const proof = solve(await challengeOf(refused));
    expect((await set(RIGHT, newAddress(), { 'sign-in-proof': proof })).status).toBe(429);
    expect((await set('wrong one', newAddress(), { cookie: device })).status).toBe(400);
    expect((await set(RIGHT, here, { 'sign-in-proof': proof })).status).toBe(200);

    // The new password has cleared the counters and ended the device.
    const renewed = await deviceAfter(name, RIGHT);
    await attack(name);
    expect((await set(RIGHT, newAddress(), { cookie: device })).status).toBe(429);
    expect((await set(RIGHT, newAddress(), { cookie: renewed })).status).toBe(200);
  });

  it('A-4 treats passwords sent with requests alike', async () => {
    const device = await deviceAfter(name, RIGHT);
    await attack(name);
    const here = newAddress();
    const refused = await basic(name, RIGHT, { 'x-forwarded-for': here });
    expect([refused.status, Number(refused.headers.get('retry-after')) > 200]).toEqual([429, true]);
    const proof = solve(await challengeOf(refused));
    expect((await basic(name, RIGHT, { 'x-forwarded-for': newAddress(), cookie: device })).status).toBe(200);
    const other = `user${(made += 1)}`;
    await createPerson(service, other);
    await attack(other);
    const proofOfOther = await proofFor(other, here);
    expect((await basic(other, RIGHT, { 'x-forwarded-for': here, 'sign-in-proof': proof })).status).toBe(429);
    expect((await basic(other, RIGHT, { 'x-forwarded-for': here, 'sign-in-proof': proofOfOther })).status).toBe(200);
  });

  it('A-4 tells nobody at another address that a guess is right while requests of the user are answered from memory', async () => {
    const [home, elsewhere] = [newAddress(), newAddress()];
    expect((await basic(name, RIGHT, { 'x-forwarded-for': home })).status).not.toBe(429);
    for (let guess = 0; guess < 5; guess += 1) await basic(name, `guess ${guess}`, { 'x-forwarded-for': elsewhere });
    expect((await basic(name, RIGHT, { 'x-forwarded-for': elsewhere })).status).toBe(429);
    expect((await basic(name, RIGHT, { 'x-forwarded-for': home })).status).not.toBe(429);
  });

  it('A-4 answers for a name that nobody has as for one that somebody has', async () => {
    const nobody = `nobody${(made += 1)}`;
    expect(await attack(nobody)).toEqual(await attack(name));
    const here = newAddress();
    const told = async (userName: string): Promise<unknown> => {
      const { error, challenge } = (await (await attempt(userName, RIGHT, here)).json()) as {
        error: string;
        challenge: Challenge;
      };
      return { error, rounds: challenge.rounds, zeroBits: challenge.zeroBits, length: challenge.token.length };
    };
    expect(await told(nobody)).toEqual(await told(name));
    const guess = async (userName: string): Promise<number> =>
      statusOf(userName, 'x', here, { proof: await proofFor(userName, here) });
    expect([await guess(nobody), await guess(name)]).toEqual([401, 401]);
  });

  it('A-4 counts the same wrong password once, for names that exist and others', async () => {
    for (const userName of [name, `nobody${(made += 1)}`]) {
      const here = newAddress();
      const statuses = new Set<number>();
      for (let time = 0; time < 50; time += 1) statuses.add(await statusOf(userName, 'the former one', here));
      expect([...statuses]).toEqual([401]);
      const guesses: number[] = [];
      for (let time = 0; time < 5; time += 1) guesses.push(await statusOf(userName, `guess ${time}`, here));
      expect(guesses).toEqual([401, 401, 401, 401, 429]);
      // Full is full, also for what is known to be wrong.
      expect(await statusOf(userName, 'the former one', here)).toBe(429);
    }
    // From another address it counts there.
    const elsewhere = newAddress();
    for (let time = 0; time < 5; time += 1) await statusOf(name, `guess ${time}`, elsewhere);
    expect(await statusOf(name, 'the former one', elsewhere)).toBe(429);
  });

  it('A-4 takes a password that was wrong before once it is set', async () => {
    const here = newAddress();
    const wanted = 'the next one 3';
    expect(await statusOf(name, wanted, here)).toBe(401);
    await service.call('PUT', `/users/${name}/changepwd`, { json: { newPassword: wanted } });
    expect(await statusOf(name, wanted, here)).toBe(200);
  });

  it('A-4 never slows down the monitor, access tokens and sessions', async () => {
    const { token } = await createToken(service, { name: 'program' });
    await attack('admin');
    const here = newAddress();
    for (let time = 0; time < 60; time += 1) await statusOf(`none${time}`, 'x', here);
    expect(await statusOf('admin', ADMIN.password, here)).toBe(429);
    const ask = async (path: string, bearer: string | null, headers: Record<string, string> = {}): Promise<number> =>
      (await service.call('GET', path, { token: bearer, headers: { 'x-forwarded-for': here, ...headers } })).status;
    expect(await ask('/quickhealth', MONITOR)).toBe(200);
    expect(await ask(`/quickhealth?token=${MONITOR}`, null)).toBe(200);
    expect(await ask('/users/me', token)).toBe(200);
    expect(await ask('/users/me', service.token)).toBe(200);
    const asPassword = { authorization: `Basic ${Buffer.from(`admin:${token}`).toString('base64')}` };
    expect(await ask('/users/me', null, asPassword)).toBe(200);
  });

  it('the program of docs/identity.md signs in to a name under attack', async () => {
    const page = await readFile(new URL('../../docs/identity.md', import.meta.url), 'utf8');
    const program = /```js\n(?<code>.*?)\n```/s.exec(page)?.groups?.['code'];
    if (program?.includes('sign-in-proof') !== true)
      throw new Error('docs/identity.md has no program for the challenge');
    // A name that nobody has: from 127.0.0.1, where the persons of this test have signed in, no proof would be asked for.
    const stranger = `stranger${(made += 1)}`;
    await attack(stranger);
    const file = join(service.dataDir, 'sign-in.mjs');
    await writeFile(file, program);
    const { stdout } = await execute(process.execPath, [file, service.url, stranger, 'x']);
    expect(JSON.parse(stdout)).toEqual({ error: 'Unauthorized' });
  });
});
