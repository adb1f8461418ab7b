import { type Engine, debianProgram, type RunOptions } from '../../engine/index.ts';
import { pictureLimits, type PictureRequest } from '../../thumbnails/index.ts';

export const pdftoppm = debianProgram('pdftoppm', 'poppler-utils');

/**
 * Writes the first page of a PDF document as a PNG, whatever size it has on paper, by the optional program `pdftoppm`. Rejects
 * with EngineError: `missing-program` where poppler-utils is not installed, `failed` for what cannot be read, `timeout` after
 * twenty seconds, `memory`.
 */
export async function documentPage(
  engine: Pick<Engine, 'run'>,
  { source, destination, size }: PictureRequest,
  options: Pick<RunOptions, 'signal' | 'timeoutMs'> = {},
): Promise<void> {
  const page = ['-f', '1', '-l', '1', '-singlefile', '-png', '-scale-to', String(size)];
  // The program puts the ending there itself.
  const files = [source, destination.slice(0, -'.png'.length)];
  await engine.run(pdftoppm, [...page, ...files], pictureLimits(options));
}
