import type { Pushes, StateFiles, Staging } from '../../datasets/index.ts';
import { createPushFiles } from './files.ts';
import { pushRoutes } from './routes.ts';
import { createPushBodies } from './service.ts';

export interface PushParts {
  readonly pushes: Pushes;
  readonly staging: Staging;
  readonly stamps: StateFiles;
  /** Folder for bodies. */
  readonly scratch: string;
  /** No other process can have anything in that folder. */
  readonly alone: boolean;
}

/** Pushes over HTTP. */
export interface PushTransfers {
  readonly routes: ReturnType<typeof pushRoutes>;
  /** Removes what is kept of pushes that have ended, and what processes left behind that died. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

export async function assemblePush(parts: PushParts): Promise<PushTransfers> {
  const { pushes, staging, stamps, scratch, alone } = parts;
  const bodies = createPushBodies({ pushes, stamps, scratch });
  if (alone) await bodies.sweep(0);
  return {
    routes: pushRoutes(pushes, bodies, createPushFiles({ pushes, files: staging.files })),
    async tidy() {
      await pushes.tidy();
      await bodies.sweep();
    },
    close: () => bodies.close(),
  };
}
