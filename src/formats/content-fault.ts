import { EngineError } from '../engine/index.ts';
import { fail } from '../http/index.ts';

/**
 * Why a file could not be read, in plain words, when the file is at fault. What is the machine's or the caller's doing
 * (an abort, a full queue, a full disk) is thrown on: the file may be sound.
 */
export function contentFault(error: unknown): string {
  if (!(error instanceof EngineError)) throw error;
  switch (error.code) {
    case 'refused':
    case 'failed':
      // Libraries put the lines of a log into one message.
      return error.message.replace(/\p{Cc}+/gu, ' ').trim();
    case 'crashed':
      return 'The file made its reader fail: it is damaged or was made to do so.';
    case 'memory':
      return 'Reading the file would need more memory than is allowed.';
    case 'timeout':
    case 'idle-timeout':
      return 'Reading the file took longer than is allowed.';
    case 'busy':
      throw fail('busy', error.message, error);
    default:
      throw error;
  }
}
