import { afterAll, beforeAll, expect, it } from 'vitest';
import { CLIENT, startOpenIdProvider, type TestOpenIdProvider } from '../support/openid-provider.ts';
import { startStage, type Stage } from './support.ts';

let provider: TestOpenIdProvider;
let stage: Stage;

beforeAll(async () => {
  // Another site than the service's, as in life: cookies of the service must survive the way there and back.
  provider = await startOpenIdProvider('localhost');
  stage = await startStage({
    OpenId__Issuer: provider.issuer,
    OpenId__ClientId: CLIENT.id,
    OpenId__ClientSecret: CLIENT.secret,
    OpenId__Name: 'Example login',
  });
  provider.register(stage.service.url);
  provider.people.set('s-jane', { preferred_username: 'jane' });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

it('signs in at the provider and is back on the wanted page', async () => {
  const { page, faults } = await stage.open();
  await page.goto('/account');
  await page.getByRole('link', { name: 'Sign in with Example login' }).click();
  await page.waitForURL(`${provider.issuer}/interaction/**`);
  await page.locator('input[name=login]').fill('s-jane');
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.locator('button[type=submit]', { hasText: 'Continue' }).click();
  await page.waitForURL(`${stage.service.url}/account`);
  await page.getByRole('button', { name: 'jane' }).waitFor();
  expect(faults).toEqual([]);
});

it('says what went wrong at the provider, and shows nothing of what an address holds', async () => {
  const { page } = await stage.open();
  await page.goto('/login?problem=deactivated');
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('Your account here is deactivated.');
  await page.goto('/login?problem=Call+0900-1234');
  const alert = page.getByRole('alert');
  await alert.getByText('could not be trusted').waitFor();
  expect(await alert.textContent()).not.toContain('0900');
});
