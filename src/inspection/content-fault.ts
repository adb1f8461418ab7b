import { EngineError, type EngineErrorCode } from '../engine/index.ts';
import { fail } from '../errors/index.ts';

/**
 * Why a file could not be read, in plain words, when the file is at fault. What is the machine's or the caller's doing
 * (an abort, a full queue, a full disk, a reader killed from outside) is thrown on: the file may be sound.
 */
export function contentFault(error: unknown): string {
  if (!(error instanceof EngineError)) throw error;
  switch (error.code) {
    case 'refused':
    case 'too-large':
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
    case 'ended':
      throw fail('busy', error.message, error);
    default:
      throw error;
  }
}

/** What goes beyond a limit of ours, which a sound file may do as well. */
const LIMITS: ReadonlySet<EngineErrorCode> = new Set(['timeout', 'idle-timeout', 'memory', 'too-large']);

/** Whether a file was only too much for our limits: sound as far as is known, it stays what its name says. */
export const isTooLarge = (error: unknown): boolean => error instanceof EngineError && LIMITS.has(error.code);
