import type { Database } from '../database/index.ts';
import type { BuildCandidate } from '../datasets/index.ts';
import type { Outputs } from './outputs/index.ts';
import { nearbySystems } from './nearby-systems.ts';
import { entryOutputFacts } from './output-store.ts';

/** What the outputs of an entry tell of it, beside what its own bytes do. */
export async function builtProperties(
  db: Database,
  outputs: Outputs,
  datasetId: string,
  { path, type }: BuildCandidate,
): Promise<Readonly<Record<string, unknown>>> {
  const telling = outputs.of(type, path).filter(({ properties }) => properties !== undefined);
  if (telling.length === 0) return {};
  const facts = await entryOutputFacts(db, datasetId, path);
  const told = telling.map((output) => output.properties!(facts.get(output.kind) ?? {}));
  const isAsked = telling.some(({ kind, needsSystem }) => needsSystem?.(facts.get(kind) ?? {}) === true);
  return Object.assign({}, ...told, isAsked && { crsChoices: await nearbySystems(db, datasetId, path) });
}
