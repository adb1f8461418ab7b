import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDataset, signIn, type Stage, startStage } from './support.ts';

let stage: Stage;
let where: string;
beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'survey', 'start', 'Start');
}, 120_000);
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

test('what the document asks for already is asked for once, and used', async () => {
  const { page, faults } = await stage.open();
  await signIn(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url().slice(new URL(request.url()).origin.length)));
  await page.goto(`${where}?view=files`);
  await page.getByText('Drop files or whole folders here').first().waitFor();
  const early = await page
    .locator('link[rel="preload"][as="fetch"]')
    .evaluateAll((links) =>
      links.map((it) => (it as unknown as { getAttribute(name: string): string }).getAttribute('href')),
    );
  expect(early).toEqual([
    '/users/me',
    '/orgs/survey/ds/start/ex',
    '/sys/features',
    '/orgs/survey/ds/start/list?path=&limit=200',
  ]);
  for (const address of early)
    expect(
      asked.filter((it) => it === address),
      address,
    ).toHaveLength(1);
  expect(faults).toEqual([]);
});

test.each([
  ['/', ['home-page']],
  ['/account', ['account-page']],
  ['/settings', ['settings-page']],
  ['/r/survey', ['datasets-page']],
  ['/r/survey/start', ['workspace-page', 'views']],
  ['/r/survey/start?view=map', ['workspace-page', 'map-page', 'map-view', 'create-map']],
])('the document of %s names the files of its view', async (address, modules) => {
  const { page } = await stage.open();
  await signIn(page);
  const html = await (await page.request.get(address)).text();
  const named = [...html.matchAll(/<link rel="modulepreload"[^>]* href="\/assets\/([\w-]+)-[\w-]{8}\.js">/g)];
  expect(named.map(([, name]) => name)).toEqual(expect.arrayContaining(modules));
});
