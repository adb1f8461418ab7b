/** The files that are made from the code: written by `npm run docs`, compared by `npm run lint`. */
import { everyKind } from '../../src/kinds/index.ts';
import type { TestService } from '../../test/support/service.ts';
import type { GeneratedFile } from './compare-files.ts';
import { webClassNames } from './web-class-names.ts';
import { webBuiltKinds, webOutputs } from './web-outputs.ts';
import { routeTypes, type ApiDocument } from './route-types.ts';

/** All of them. A new one is a line here, in `.oxfmtrc.json` and in `.oxlintrc.json`. */
export async function generatedFiles(service: TestService): Promise<readonly GeneratedFile[]> {
  return [
    { path: 'api/generated.d.ts', contents: await routeTypes(await apiDocument(service)) },
    { path: 'web/src/kinds/built-kinds.ts', contents: webBuiltKinds(everyKind) },
    { path: 'web/src/kinds/outputs.ts', contents: webOutputs(everyKind) },
    { path: 'web/src/kinds/pointcloud/points/class-names.ts', contents: webClassNames() },
  ];
}

async function apiDocument(service: TestService): Promise<ApiDocument> {
  const answer = await service.call('GET', '/swagger/v1/swagger.json');
  return JSON.parse(await answer.text());
}
