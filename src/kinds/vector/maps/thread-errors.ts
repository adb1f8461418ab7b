import { ThreadError } from '../../../concurrency/index.ts';
import { fail } from '../../../errors/index.ts';

/** Says in the service's own errors why a thread gave no picture; what was aborted stays as it is. */
export function explainThread(cause: unknown): never {
  if (!(cause instanceof ThreadError) || cause.code === 'aborted') throw cause;
  if (cause.reason === 'limit' || cause.code === 'busy') throw fail('busy', cause.message, cause);
  if (cause.code === 'timeout')
    throw fail('busy', 'The picture took too long to be drawn. Ask for a smaller area, or for fewer layers.', cause);
  // SQLite's way of saying that there is no such file.
  if (/unable to open/.test(cause.message))
    throw fail('busy', 'The layer was built anew this moment. Ask again.', cause);
  throw cause;
}
