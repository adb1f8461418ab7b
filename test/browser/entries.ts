import { form, type TestService } from '../support/service.ts';

/** An entry as the service lists it, for pages that are shown a made-up list. */
export const entry = (path: string, more: object = {}) => ({
  path,
  hash: 'h',
  type: 2,
  size: 1234,
  mtime: 1_700_000_000,
  properties: {},
  point_geom: null,
  polygon_geom: null,
  buildStatus: null,
  ...more,
});

/** Puts files into a dataset over HTTP; folders come into being with them. */
export async function putFiles(
  service: TestService,
  dataset: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = Buffer.from(content);
    const answer = await service.call('POST', `/orgs/${dataset.replace('/', '/ds/')}/obj`, {
      body: form({ path, file }),
    });
    if (answer.status !== 201) throw new Error(`POST obj ${path}: ${answer.status} ${await answer.text()}`);
  }
}

/** All paths of a dataset, as the service has them. */
export async function pathsOf(service: TestService, dataset: string): Promise<readonly string[]> {
  const answer = await service.call('GET', `/orgs/${dataset.replace('/', '/ds/')}/search`);
  return ((await answer.json()) as { path: string }[]).map(({ path }) => path);
}
