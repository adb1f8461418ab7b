import type { PGlite } from '@electric-sql/pglite';

/**
 * Tells when the embedded database has given itself up: its log cannot be written, mostly because the disk is full, or its
 * code trapped. What was committed is safe, and is there when it is opened again. Whoever is told must end the process at
 * once: the next statement would never return, and hold the only thread for ever.
 */
export function watchForPanic(pglite: PGlite, onPanic: (cause: Error) => void): void {
  // Every statement goes through this, whichever of the methods began it.
  const execute = pglite.execProtocolStream.bind(pglite);
  pglite.execProtocolStream = async (...parameters) => {
    try {
      return await execute(...parameters);
    } catch (cause) {
      if (isPanic(cause)) onPanic(cause);
      throw cause;
    }
  };
}

function isPanic(cause: unknown): cause is Error {
  const { name, severity } = cause as { name?: string; severity?: string };
  // The name of errors of WebAssembly that no code of the database caught.
  return severity === 'PANIC' || name === 'RuntimeError';
}
