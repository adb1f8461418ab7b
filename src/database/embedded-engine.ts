import { existsSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { createEmbedded } from './empty-database.ts';
import { extensions } from './extensions.ts';
import { FLUSHING_PARAMETERS, makeFilesFlush } from './flushing.ts';

/** The embedded database in the thread that calls it. It speaks the protocol of a PostgreSQL server. */
export interface EmbeddedEngine {
  /** Executes whole messages of the protocol, and gives what the database answers before it returns. */
  execute(messages: Uint8Array, take: (answer: Uint8Array) => void): Promise<void>;
  close(): Promise<void>;
}

export interface EngineOptions {
  readonly dataDir: string;
  /** Whether commits survive the machine; true unless a test can do without. */
  readonly flushes: boolean;
  /**
   * Told when the database has given itself up: its log cannot be written, mostly because the disk is full, or its code trapped.
   * What was committed is safe, and is there when it is opened again. Must end the thread at once: the next statement would
   * never return.
   */
  readonly onPanic: (reason: string) => void;
}

/** Opens the embedded database, and makes it first where there is none. */
export async function openEngine({ dataDir, flushes, onPanic }: EngineOptions): Promise<EmbeddedEngine> {
  if (!existsSync(dataDir)) await createEmbedded(dataDir);
  let lastPanic: string | undefined;
  const pglite = await PGlite.create({
    dataDir,
    extensions,
    onStderr: (line) => {
      if (line.includes('PANIC:')) lastPanic = line;
      return false;
    },
    ...(flushes ? { startParams: [...FLUSHING_PARAMETERS] } : {}),
  });
  if (flushes) makeFilesFlush(pglite);
  watchForTraps(pglite, (trap) => onPanic(lastPanic ?? trap.message));
  return {
    async execute(messages, take) {
      await pglite.execProtocolRawStream(messages, {
        // The files are those of the system: there is no other place to bring them to.
        syncToFs: false,
        // The bytes are those of the database's memory, which it goes on to write.
        onRawData: (bytes) => take(bytes.slice()),
      });
    },
    close: () => pglite.close(),
  };
}

/** An error of WebAssembly that no code of the database caught: it aborted, as at each of its panics, or trapped. */
function watchForTraps(pglite: PGlite, onTrap: (trap: Error) => void): void {
  const module = pglite.Module as unknown as { _PostgresMainLoopOnce: () => void };
  const execute = module._PostgresMainLoopOnce;
  module._PostgresMainLoopOnce = () => {
    try {
      execute();
    } catch (cause) {
      if (cause instanceof Error && cause.name === 'RuntimeError') onTrap(cause);
      throw cause;
    }
  };
}
