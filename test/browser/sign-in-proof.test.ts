import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { findings } from './findings.ts';
import { makeUser, PASSWORD, PHONE, screenshot, type Stage, startStage } from './support.ts';

const NAME = 'guessed';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage({ TRUST_PROXY: 'true' });
  await makeUser(stage.service, NAME);
  // One more than the default takes: the browser comes from an address that this user has never used.
  for (let time = 0; time < 26; time += 1)
    await stage.service.call('POST', '/users/authenticate', {
      token: null,
      json: { userName: NAME, password: `wrong ${time}` },
      headers: { 'x-forwarded-for': `192.0.2.${time}` },
    });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

const fillIn = async (page: Page, password: string): Promise<void> => {
  await page.goto('/login');
  await page.getByLabel('User name').fill(NAME);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
};

test('A-4 the browser solves the challenge of a name under attack by itself', async () => {
  const { page, faults } = await stage.open();
  const statuses: number[] = [];
  const proofs: (string | undefined)[] = [];
  page.on('response', (response) => {
    if (!response.url().endsWith('/users/authenticate')) return;
    statuses.push(response.status());
    proofs.push(response.request().headers()['sign-in-proof']);
  });
  await fillIn(page, 'not this');
  await page.getByRole('alert').getByText('do not belong together').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('header').getByRole('button', { name: NAME }).waitFor();
  expect(statuses).toEqual([429, 401, 429, 200]);
  expect(proofs.map((proof) => proof?.split(',').length)).toEqual([undefined, 16, undefined, 16]);
  expect(await page.evaluate<string>('document.cookie')).toBe('');
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name, httpOnly }) => `${name} ${httpOnly}`).toSorted()).toEqual([
    'alidadeDevice true',
    'jwtToken true',
  ]);
  expect(faults).toEqual([]);
});

test('A-4 the page says what the browser does, and stops it when asked', async () => {
  for (const [device, name] of [
    [undefined, 'proof'],
    [PHONE, 'proof-phone'],
  ] as const) {
    const { page, faults } = await stage.open(device);
    // 2^34 hashes: nobody waits for that.
    const challenge = { token: 'of this test', rounds: 16, zeroBits: 30 };
    await page.route('**/users/authenticate', (route) =>
      route.fulfill({ status: 429, json: { error: 'Too many wrong passwords.', challenge } }),
    );
    await fillIn(page, PASSWORD);
    const note = page.getByRole('status').filter({ hasText: 'Checking your browser' });
    await note.getByText('0 of 16 steps done').waitFor();
    await expect.poll(() => page.workers().length).toBe(1);
    expect(await findings(page)).toEqual([]);
    await screenshot(page, name);
    await note.getByRole('button', { name: 'Cancel' }).click();
    await note.waitFor({ state: 'detached' });
    await expect.poll(() => page.workers().length).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Sign in' }).isEnabled()).toBe(true);
    expect(faults).toEqual([]);
  }
});
