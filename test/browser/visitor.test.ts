import { afterAll, beforeAll, expect, test } from 'vitest';
import { screenshot, startStage, type Stage } from './support.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
  await stage.service.call('POST', '/orgs/public/ds', { json: { slug: 'open', name: 'Open data', visibility: 1 } });
  await stage.service.call('POST', '/orgs/public/ds', { json: { slug: 'closed', name: 'Closed data' } });
});
afterAll(() => stage[Symbol.asyncDispose]());

test('a visitor without an account reads the public organization', async () => {
  const { page, faults } = await stage.open();
  await page.goto('/r/public');
  await page.getByText('Open data').waitFor();
  expect(await page.getByText('Closed data').count()).toBe(0);
  expect(await page.getByRole('button', { name: /new dataset/i }).count()).toBe(0);
  expect(faults).toEqual([]);
});

test('the API explorer shows the routes, under a policy that allows its one script', async () => {
  const { page, faults } = await stage.open();
  await page.goto('/scalar/v1');
  await page
    .getByRole('link', { name: /What this installation offers/ })
    .first()
    .waitFor();
  await screenshot(page, 'explorer');
  expect(faults).toEqual([]);
});

test('the icon is there under the name browsers ask for', async () => {
  const answer = await stage.service.call('GET', '/favicon.ico', { token: null });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/x-icon');
});
