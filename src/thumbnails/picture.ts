import { EngineError } from '../engine/index.ts';
import { fail } from '../errors/index.ts';
import type { EncodedImage } from '../render/index.ts';

/** A picture with the validator it is served under, drawn only when somebody has not got it yet. */
export interface Picture {
  /** Strong validator without quotes: what it shows and how. */
  readonly etag: string;
  draw(signal: AbortSignal): Promise<EncodedImage>;
}

/** Says in the service's own errors why a picture could not be drawn; what was aborted stays as it is. */
export function explainDrawing(cause: unknown): never {
  if ((cause as NodeJS.ErrnoException).code === 'ENOENT') {
    throw fail('not-found', 'The file was replaced this moment. Ask again.', cause);
  }
  if (!(cause instanceof EngineError) || cause.code === 'aborted') throw cause;
  if (cause.code === 'busy' || cause.code === 'ended') throw fail('busy', cause.message, cause);
  if (cause.code === 'missing-program')
    throw fail('not-found', `There are no thumbnails of files of this kind here. ${cause.message}`, cause);
  throw fail('not-found', 'No thumbnail can be made: the file cannot be read as a picture.', cause);
}
