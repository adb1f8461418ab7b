import type { Engine } from '../engine/index.ts';
import { examine } from './detect.ts';
import type { FileToInspect } from './inspect.ts';
import { meshRequirements } from './mesh/index.ts';
import { noNeighbours } from './neighbours.ts';
import type { Requirements } from './requirement.ts';
import { shapefileRequirements } from './vector/index.ts';

const NONE: Requirements = { missing: [], outside: false };

/** What a file needs beside it to be built. @throws EngineError when it cannot be read */
export async function requiredFiles(file: FileToInspect, engine: Engine, signal: AbortSignal): Promise<Requirements> {
  const candidate = await examine({ neighbours: noNeighbours, ...file });
  return (await shapefileRequirements(candidate)) ?? (await meshRequirements(candidate, engine, signal)) ?? NONE;
}
