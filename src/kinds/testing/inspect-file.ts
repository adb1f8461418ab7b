import type { Engine } from '../../engine/index.ts';
import { createInspector, type FileFacts, type FileToInspect, type Inspector } from '../../inspection/index.ts';
import { allKinds } from '../index.ts';

/** What the service inspects files with. */
export const inspectorOf = (engine: Engine): Inspector => createInspector(engine, allKinds.families);

/** Inspects a file as the service does. */
export const inspectFile = (file: FileToInspect, engine: Engine, signal: AbortSignal): Promise<FileFacts> =>
  inspectorOf(engine).inspect(file, signal);
