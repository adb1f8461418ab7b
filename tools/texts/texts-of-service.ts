import { join } from 'node:path';
import { namesOfService } from './names-of-service.ts';
import { problemsOfService } from './problems-of-service.ts';

const at = (name: string): string => join(import.meta.dirname, '../../web/src/languages/service', name);

/** What the service says, by the German catalogue of it. Texts of one are in no other, as pages load both. */
export function textsOfService(): readonly {
  readonly path: string;
  readonly texts: ReadonlyMap<string, readonly string[]>;
}[] {
  return [
    { path: at('names.de.po'), texts: namesOfService() },
    { path: at('problems.de.po'), texts: problemsOfService() },
  ];
}
