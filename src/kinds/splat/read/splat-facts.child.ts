import type { SplatFacts } from './facts.ts';
import { ksplatFacts } from './ksplat.ts';
import { plySplatFacts } from './ply-splats.ts';
import { splatRecordFacts } from './records.ts';
import { sogFacts } from './sog.child.ts';
import { spzFacts } from './spz.ts';

export type { SplatFacts } from './facts.ts';

const READERS = { ply: plySplatFacts, spz: spzFacts, splat: splatRecordFacts, ksplat: ksplatFacts, sog: sogFacts };

export type SplatFormat = keyof typeof READERS;

/** Reads what a file of Gaussian splats says of itself. */
export default async function splatFacts({
  path,
  format,
}: {
  readonly path: string;
  readonly format: SplatFormat;
}): Promise<SplatFacts> {
  return READERS[format](path);
}
