import type { Engine } from '../engine.ts';
import { pictureLimits } from './picture-limits.ts';
import type { RunOptions } from './run.ts';

export interface DocumentPageRequest {
  /** Absolute path of the PDF document. */
  readonly source: string;
  /** Absolute path of the file to write, which ends with `.png`; one that is there is replaced. */
  readonly destination: string;
  /** Longest side in pixels, whatever size the page has on paper. */
  readonly size: number;
}

/**
 * Writes the first page of a document as a PNG, by the optional program `pdftoppm`. Rejects with EngineError: `missing-program`
 * where poppler-utils is not installed, `failed` for what cannot be read, `timeout` after twenty seconds, `memory`.
 */
export async function documentPage(
  engine: Pick<Engine, 'run'>,
  { source, destination, size }: DocumentPageRequest,
  options: Pick<RunOptions, 'signal' | 'timeoutMs'> = {},
): Promise<void> {
  const page = ['-f', '1', '-l', '1', '-singlefile', '-png', '-scale-to', String(size)];
  // The program puts the ending there itself.
  const files = [source, destination.slice(0, -'.png'.length)];
  await engine.run('pdftoppm', [...page, ...files], pictureLimits(options));
}
