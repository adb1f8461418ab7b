import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN } from '../support/service.ts';
import {
  fileInput,
  focused,
  makeDataset,
  screenshot,
  signIn,
  signInByPage,
  type Stage,
  startStage,
} from './support.ts';

const NEW_PASSWORD = 'Better-secret-42';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  await makeDataset(stage.service, 'session', 'first');
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

test('a wrong password says so, and the right one leads back to where one was', async () => {
  const { page } = await stage.open();
  await page.goto('/r/session/first?path=a%2Fb%20%23c');
  await page.getByLabel('User name').fill(ADMIN.userName);
  await page.getByLabel('Password', { exact: true }).fill('not this');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Signing in failed').waitFor();
  await page.getByRole('alert').getByText('do not belong together').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(({ pathname }) => pathname === '/r/session/first');
  await expect.poll(() => new URL(page.url()).searchParams.get('path')).toBe('a/b #c');
});

test('no script can read the session, and a session that ends leads to the login page', async () => {
  const { page } = await stage.open();
  await signInByPage(page, '/r/session');
  expect(await page.evaluate<string>('document.cookie')).toBe('');
  expect(await page.evaluate<string>('JSON.stringify(localStorage)')).not.toContain('eyJ');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'New dataset' }).click();
  await page.getByLabel('Name').fill('Too late');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL(
    ({ pathname, searchParams }) => pathname === '/login' && searchParams.get('return') === '/r/session',
  );
  await page.getByText('You were signed out').waitFor();
  await screenshot(page, 'signed-out');
});

test('the mark on the account leads to the form for a password; a changed one ends it', async () => {
  const { page } = await stage.open();
  await signInByPage(page);
  const marked = page.getByRole('button', { name: 'choose your own password' });
  await marked.click();
  await page.getByRole('menuitem', { name: 'Choose your own password' }).click();
  await page.waitForURL('**/account#password');
  await expect.poll(() => focused(page)).toContain('Current password');
  await page.getByLabel('Current password').fill(ADMIN.password);
  await page.getByLabel(/^New password \*$/).fill('short');
  const button = page.getByRole('button', { name: 'Change the password' });
  await expect.poll(() => button.isDisabled()).toBe(true);
  await page.getByLabel(/^New password \*$/).fill(NEW_PASSWORD);
  await page.getByLabel('New password again').fill(NEW_PASSWORD);
  await screenshot(page, 'account-ready');
  await button.click();
  await page.getByText('The password is changed').waitFor();
  await marked.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.waitForURL('**/login');
  await signInByPage(page, '/account', NEW_PASSWORD);
});

test('an upload that was cut off is told and can be tried again', async () => {
  const { page } = await stage.open();
  await signIn(page, '/r/session/first', NEW_PASSWORD);
  await page.getByText('This dataset is empty').waitFor();
  const reason = `The quota is full. ${'Delete files or ask the administrator for more space. '.repeat(4)}`.trim();
  await page.route('**/obj', (route) => route.fulfill({ status: 400, json: { error: reason, noRetry: true } }));
  const name = 'é + 100% #1?.txt';
  await fileInput(page).setInputFiles({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from('note'),
  });
  await page.getByText('1 upload failed').first().waitFor();
  // The whole reason is there to be read, inside its row.
  const row = page.getByRole('listitem').filter({ hasText: reason });
  await row.waitFor();
  const [text, box] = [await row.getByText(reason).boundingBox(), await row.boundingBox()];
  expect(text!.height).toBeGreaterThan(50);
  expect(box!.height).toBeGreaterThan(text!.height);
  await screenshot(page, 'upload-refused');
  await page.unroute('**/obj');
  await page.route('**/obj', (route) => route.abort());
  await page.getByRole('button', { name: 'Try 1 failed upload again' }).click();
  await page.getByText('The connection is lost.').first().waitFor();
  await page.unroute('**/obj');
  // Nobody presses anything.
  await page.getByRole('link', { name }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe(name.replace('?', '_'));
});
