import { createSealer, type JobQueue } from '../jobs/index.ts';
import type { AttemptDependencies } from './attempts/attempt.ts';
import { startTaskWorker } from './attempts/worker.ts';
import { inOrder } from './catalog.ts';
import { createControl, createOneTask, type ControlDependencies } from './control/control.ts';
import { createDispatch, type DispatchDependencies } from './dispatch/dispatch.ts';
import { createParking, type Parking } from './parking/parking.ts';
import { createReading } from './reading.ts';
import type { Tasks } from './service.ts';
import { countAnyTasks, listAnyTasks } from './store/any-rows.ts';
import { submitTask } from './submission/submit.ts';
import type { AnyTool } from './tool.ts';
import { createUpkeep, type Upkeep } from './upkeep/upkeep.ts';

export interface TaskDependencies
  extends
    Omit<AttemptDependencies, 'dispatch' | 'sealer'>,
    Pick<DispatchDependencies, 'places'>,
    Pick<ControlDependencies, 'builds' | 'ending'> {
  readonly tools: readonly AnyTool[];
  readonly queue: JobQueue;
  /** The service's secret. */
  readonly secret: string;
  /** Told of faults that belong to no request. */
  readonly onError: (error: unknown) => void;
}

/** Tasks of one process. */
export interface TaskPlatform {
  readonly tasks: Tasks;
  /** To be done again and again. */
  readonly upkeep: Upkeep;
  readonly parking: Parking;
  /** Starts taking tasks from the queue; they stop when it is closed. */
  work(): Promise<void>;
}

/** Puts the parts of this module together. */
export function createTasks(dependencies: TaskDependencies): TaskPlatform {
  const { storing, staging, ending, queue, settings, artifacts, places } = dependencies;
  const { db } = storing;
  const tools = inOrder(dependencies.tools);
  const sealer = createSealer(dependencies.secret);
  const dispatch = createDispatch({ queue, settings, places });
  const upkeep = createUpkeep({ db, queue, dispatch, artifacts, staging, ending });
  const one = createOneTask({ ...dependencies, tools, dispatch });
  return {
    tasks: {
      tools,
      submit: (dataset, caller, request) =>
        submitTask({ ...dependencies, db, dispatch, tools, sealer }, dataset, caller, request),
      ...createReading({ db, tools, artifacts }),
      ...createControl({ ...dependencies, tools, dispatch }, one),
      administration: {
        list: (filter, part) => listAnyTasks(db, filter, part),
        count: (filter) => countAnyTasks(db, filter),
        cancel: (id, actor) => one.cancel(undefined, id, actor),
        retry: (id, actor) => one.retry(undefined, id, actor),
        remove: (id, actor) => one.remove(undefined, id, actor),
      },
    },
    upkeep,
    parking: createParking({ db, tools, settings, dispatch, onError: dependencies.onError }),
    async work() {
      if (settings.workers > 0) await startTaskWorker({ ...dependencies, tools, dispatch, sealer });
    },
  };
}
