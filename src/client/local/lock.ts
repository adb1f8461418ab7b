import { ClientError, EXIT } from '../client-error.ts';
import { tryLock } from '../files/file-lock.ts';
import { fileOf, type Layout } from './layout.ts';

/** Another command works on the copy: a matter of moments, mostly. */
export class CopyInUse extends ClientError {
  override readonly name = 'CopyInUse';
}

/** Keeps other commands out of a copy until it is disposed of. @throws CopyInUse when another command works on it */
export function lockCopy(layout: Layout): Disposable {
  const lock = tryLock(fileOf(layout, 'lock'));
  if (lock !== undefined) return lock;
  throw new CopyInUse(
    `Another command of alidade works in ${layout.root}. Wait until it is over, or end it.`,
    EXIT.conflict,
  );
}
