import type { Database } from '../../database/index.ts';
import { createNoteTaker, type Notes } from '../attempts/notes.ts';
import { changeTurns, type Dispatch } from '../dispatch/dispatch.ts';
import type { PlatformSettings } from '../tool-settings.ts';
import type { AnyTool, Elsewhere, ParkedState } from '../tool.ts';
import { failParked, forgetParked, keepParked, lookLater, takeDue, unpark, type DueTask } from './parking-store.ts';

export interface ParkingDependencies {
  readonly db: Database;
  readonly tools: readonly AnyTool[];
  readonly settings: PlatformSettings;
  readonly dispatch: Dispatch;
  readonly onError: (error: unknown) => void;
}

/** Tasks whose work other machines do. */
export interface Parking {
  /** Looks at those whose time has come. To be done every second or so, in every process; each looks at others. */
  look(signal: AbortSignal): Promise<void>;
}

/** Tasks looked at together: nothing is done here but to wait for answers. */
const AT_ONCE = 32;
/** Looks take seconds; those of a process that died are another's after this. */
const LEASE_SECONDS = 120;
/** After a fault here. */
const FAULT_SECONDS = 30;
/** Between two tries to end what is elsewhere. */
const LEAVE_AGAIN_SECONDS = 300;
/** That long beyond the time of a task it is tried: machines forget by themselves as well. */
const LEAVE_SECONDS = 86_400;

export function createParking({ db, tools, settings, dispatch, onError }: ParkingDependencies): Parking {
  const mostSeconds = settings.remoteNodeTaskTimeoutHours * 3600;
  const { remoteNodePollIntervalSeconds, remoteNodePollMaxBackoffSeconds } = settings;
  const ours = [LEASE_SECONDS, FAULT_SECONDS, LEAVE_AGAIN_SECONDS];
  const longestSeconds = Math.max(remoteNodePollIntervalSeconds, remoteNodePollMaxBackoffSeconds, ...ours);
  const goOn = (task: DueTask, parked: ParkedState, notes: Notes): Promise<void> =>
    changeTurns(db, dispatch, (transaction) => unpark(transaction, task, parked, notes), task.datasetId);

  async function leave(task: DueTask, tool: Elsewhere | undefined, signal: AbortSignal): Promise<void> {
    try {
      await tool?.leave(task.parked, signal);
    } catch (cause) {
      if (signal.aborted || task.secondsParked < mostSeconds + LEAVE_SECONDS)
        return lookLater(db, task, LEAVE_AGAIN_SECONDS);
      onError(cause);
    }
    await forgetParked(db, task);
  }

  async function lookAt(task: DueTask, signal: AbortSignal): Promise<void> {
    const tool = elsewhereOf(tools, task);
    if (task.state !== 'Processing') return leave(task, tool, signal);
    const notes = notesOf(task, settings);
    if (task.secondsParked > mostSeconds) {
      const message = `The task was elsewhere for more than ${settings.remoteNodeTaskTimeoutHours} hours and was ended.`;
      notes.log(message);
      return changeTurns(db, dispatch, (transaction) => failParked(transaction, task, message, notes.now()));
    }
    // A version of this service without the tool: the next attempt says so.
    if (tool === undefined) return goOn(task, task.parked, notes.now());
    const { id } = task;
    const { parked, seconds } = await tool.look({
      id,
      parked: task.parked,
      report: notes.report,
      log: notes.log,
      signal,
    });
    if (seconds === null) return goOn(task, parked, notes.now());
    await keepParked(db, task, parked, seconds, notes.now());
  }

  return {
    async look(signal) {
      const due = await takeDue(db, AT_ONCE, LEASE_SECONDS, longestSeconds);
      await Promise.all(
        due.map((task) =>
          lookAt(task, signal).catch(async (cause: unknown) => {
            if (!signal.aborted) onError(cause);
            await lookLater(db, task, signal.aborted ? 0 : FAULT_SECONDS);
          }),
        ),
      );
    },
  };
}

function elsewhereOf(tools: readonly AnyTool[], { toolId, version }: DueTask): Elsewhere | undefined {
  const tool = tools.find((each) => each.id === toolId && each.version === version);
  return tool !== undefined && 'run' in tool ? tool.elsewhere : undefined;
}

/** Notes that are written when the look is over. */
function notesOf(
  { progress, phase, lines, cursor }: DueTask,
  { logTailMaxLines: maxLines, logTailMaxBytes: maxBytes }: PlatformSettings,
) {
  const taker = createNoteTaker({ lines, cursor }, { maxLines, maxBytes, everyMs: 0 }, () => Promise.resolve());
  const now = (): Notes => {
    const notes = taker.now();
    return notes.phase === null ? { ...notes, progress, phase } : notes;
  };
  return { ...taker, now };
}
