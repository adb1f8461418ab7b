import { join } from 'node:path';
import type { Program } from '../../../engine/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import type { RunningTask } from '../../../tasks/index.ts';
import { runOwnProgram } from '../../../tasks/tool-kit/index.ts';
import { MEMORY_BYTES } from '../memory.ts';
import type { SplatRequest } from '../splat-input/request.ts';
import { sourceOf } from '../splat-input/tool-kit.ts';
import type { SplatOutputFormat } from './formats.ts';
import { splatOutputOf } from './output-fields.ts';
import { writePlace } from './place-file.ts';

interface SplatParameters {
  readonly path: string;
  readonly outputPath: string | null;
  readonly format: SplatOutputFormat;
  readonly replace: boolean;
}

interface SplatToolRequest extends SplatRequest {
  readonly format: SplatOutputFormat;
  /** File to write. */
  readonly output: string;
}

interface SplatToolAnswer {
  /** Text of a file that tells where the splats lie; null where their place is unknown. */
  readonly placeText: string | null;
  readonly warnings: readonly string[];
}

interface SplatProgram {
  readonly program: Program;
  /** Added to the name of the source for the default path of the new file, such as `_export`. */
  readonly suffix: string;
  readonly phase: string;
}

/**
 * Runs the program of a tool that makes a new file of splats out of one, and writes the file and its place into the dataset.
 *
 * @param own what the request of this program has besides the source, the format and the file to write
 */
export async function runSplatProgram<Request extends SplatToolRequest, Answer extends SplatToolAnswer>(
  task: RunningTask<SplatParameters>,
  { program, suffix, phase }: SplatProgram,
  own: Omit<Request, keyof SplatToolRequest>,
) {
  const { path, format, replace } = task.parameters;
  const entry = await task.entries.require(path, [EntryType.GaussianSplat]);
  const outputPath = splatOutputOf(task.parameters, suffix);
  const output = join(task.folder, `splats.${format}`);
  const request = { source: await sourceOf(task, entry), memoryBytes: MEMORY_BYTES, format, output, ...own };
  const { placeText, warnings, ...facts } = await runOwnProgram<Answer>(task, program, request, { phase });
  for (const warning of warnings) task.log(warning);
  await task.write(outputPath, output, { replace });
  const placePath = await writePlace(task, { path: outputPath, source: path, replace }, placeText);
  return { facts: { outputPath, placePath, ...facts } };
}
