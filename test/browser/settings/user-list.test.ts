import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeUser, PHONE, screenshot, signIn, startStage, type Stage } from '../support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage[Symbol.asyncDispose]());

test('ten thousand users: the page holds what is seen, finds one by typing, and the keys reach the last', async () => {
  const { page } = await stage.open();
  const many = Array.from({ length: 10_000 }, (_, index) => ({
    id: `id-${index}`,
    userName: `pilot${index}`,
    email: `pilot${index}@example.com`,
    roles: index % 2 === 0 ? ['pilot'] : [],
    organizations: [`pilot${index}`],
    storageQuota: index % 3 === 0 ? 1_000_000 : null,
    storageUsed: index * 100,
    organizationCount: 1,
    datasetCount: index % 7,
    createdDate: new Date(1_700_000_000_000 + index * 60_000).toISOString(),
  }));
  await page.route('**/users/detailed', (route) => route.fulfill({ json: many }));
  await signIn(page, '/settings/users');
  await page.getByRole('link', { name: 'pilot0', exact: true }).waitFor();
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('10001');
  await expect.poll(() => page.locator('[data-row]').count()).toBeLessThan(40);
  await screenshot(page, 'users-many');

  await page.getByRole('link', { name: 'pilot0', exact: true }).focus();
  await page.keyboard.press('End');
  await page.getByRole('link', { name: 'pilot9999' }).waitFor();
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('pilot9999');
  await expect.poll(() => page.locator('[data-row]').count()).toBeLessThan(40);

  await page.getByLabel('Find users').fill('PILOT1234');
  await page.getByText('1 user fits').waitFor();
  await expect.poll(() => page.locator('[data-row]').count()).toBe(1);
  await page.getByLabel('Find users').fill('nobody at all');
  await page.getByRole('heading', { name: 'No user fits the filter' }).waitFor();
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await page.getByRole('button', { name: 'Used' }).click();
  await page.waitForURL(({ searchParams }) => searchParams.get('sort') === '-used');
  await expect.poll(() => page.locator('[data-row="0"] a').textContent()).toBe('pilot9999');
});

test('on a phone each row begins with the name', async () => {
  await makeUser(stage.service, 'norole');
  const { page } = await stage.open(PHONE);
  await signIn(page, '/settings/users');
  const name = page.getByRole('link', { name: 'norole' });
  await name.waitFor();
  await screenshot(page, 'users-phone');
  for (const user of ['admin', 'norole']) {
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: user }) });
    const [whole, text, storage] = await Promise.all(
      [row, row.locator('.al-row-name'), row.locator('.al-row-storage')].map((it) => it.boundingBox()),
    );
    expect(text!.x - whole!.x, user).toBeLessThan(20);
    expect(text!.y + text!.height, user).toBeLessThanOrEqual(storage!.y);
  }
});
