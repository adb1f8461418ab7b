import { quadrantOrthophoto } from './geotiff.ts';
import { form, type TestService, until } from './service.ts';
import { squareFeature } from './square-feature.ts';

/** Two squares near the orthophoto of the tests. */
export const PLOTS = JSON.stringify({
  type: 'FeatureCollection',
  features: [squareFeature(10, 45, 0.01, { name: 'first' }), squareFeature(10.02, 45, 0.01, { name: 'second' })],
});

/** Puts a file into `organization/dataset` and waits until it is built. */
export async function putBuilt(service: TestService, name: string, path: string, file: Uint8Array): Promise<void> {
  const address = `/orgs/${name.replace('/', '/ds/')}/obj`;
  const answer = await service.call('POST', address, { body: form({ path, file }) });
  if (answer.status !== 201) throw new Error(`${path} was not taken: ${answer.status} ${await answer.text()}`);
  const state = async (): Promise<string | null> => {
    const entry = await service.call('GET', `${address}?path=${encodeURIComponent(path)}`);
    return ((await entry.json()) as { readonly buildStatus: string | null }).buildStatus;
  };
  await until(state, (status) => status === null);
}

/** A dataset with layers for GIS programs: `open/ortho.tif`, `open/plots.geojson` and `secret/ortho.tif`, all built. */
export async function createMappedDataset(service: TestService, name: string, visibility: number): Promise<void> {
  const [organization, slug] = name.split('/');
  await service.call('POST', `/orgs/${organization}/ds`, { json: { slug, visibility } });
  await putBuilt(service, name, 'open/ortho.tif', quadrantOrthophoto(64));
  await putBuilt(service, name, 'open/plots.geojson', Buffer.from(PLOTS));
  await putBuilt(service, name, 'secret/ortho.tif', quadrantOrthophoto(80));
}
