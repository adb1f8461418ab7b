import type { Database } from '../database/index.ts';
import type { BuildCandidate } from '../datasets/index.ts';
import type { Outputs } from './outputs/index.ts';
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
  return Object.assign({}, ...telling.map((output) => output.properties!(facts.get(output.kind) ?? {})));
}
