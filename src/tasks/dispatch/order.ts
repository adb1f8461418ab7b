/** A task that waits for its turn or has it. */
export interface ActiveTask {
  readonly id: string;
  readonly subject: string;
  readonly organizationId: string;
  readonly toolId: string;
  readonly isRunning: boolean;
  /** Greater the later the subject had its last turn; 0 when it had none lately. */
  readonly lastTurn: number;
}

/** How many may run at the same time. */
export interface Bounds {
  /** Places of all workers that live. */
  readonly places: number;
  readonly perSubject: number;
  readonly perOrganization: number;
  /** Tasks of a tool of one subject; Infinity where only `perSubject` counts. */
  perTool(toolId: string): number;
}

/**
 * The tasks whose turn it is: of the subjects that wait the one with the fewest running, then the one whose last turn is longest
 * ago, then the one with the oldest task, again and again while there are places. What would go beyond a bound waits, and what is behind it does not wait for it.
 *
 * @param active oldest first. @returns ids in the order of their turns
 */
export function nextTasks(active: readonly ActiveTask[], bounds: Bounds): readonly string[] {
  const countersOf = createCounters();
  const waiting = new Set<Waiting>();
  let [free, turn] = [bounds.places, 0];
  for (const task of active) {
    const counters = countersOf(task);
    counters.subject.lastTurn = task.lastTurn;
    turn = Math.max(turn, task.lastTurn);
    if (!task.isRunning) waiting.add({ ...counters, id: task.id, perTool: bounds.perTool(task.toolId) });
    else {
      run(counters);
      free -= 1;
    }
  }
  const isFree = ({ subject, organization, tool, perTool }: Waiting): boolean =>
    subject.running < bounds.perSubject && organization.running < bounds.perOrganization && tool.running < perTool;
  const chosen: string[] = [];
  for (; free > 0; free -= 1) {
    let next: Waiting | undefined;
    for (const task of waiting) {
      // Among equals the first one wins, which is the oldest.
      const isBetter = next === undefined || isBefore(task, next);
      if (isBetter && isFree(task)) next = task;
    }
    if (next === undefined) break;
    waiting.delete(next);
    run(next);
    next.subject.lastTurn = turn += 1;
    chosen.push(next.id);
  }
  return chosen;
}

interface Counter {
  running: number;
}

/** What a task counts for: the same objects for all tasks of a subject, an organization, a tool of a subject. */
interface Counters {
  readonly subject: Counter & { lastTurn: number };
  readonly organization: Counter;
  readonly tool: Counter;
}

interface Waiting extends Counters {
  readonly id: string;
  readonly perTool: number;
}

/** The counters of tasks. Looked up once a task, as thousands that wait are compared for every place. */
function createCounters(): (task: ActiveTask) => Counters {
  const known = new Map<string, Counter & { lastTurn: number }>();
  const counter = (key: string) => {
    const found = known.get(key) ?? { running: 0, lastTurn: 0 };
    known.set(key, found);
    return found;
  };
  return ({ subject, organizationId, toolId }) => ({
    subject: counter(`subject ${subject}`),
    organization: counter(`organization ${organizationId}`),
    tool: counter(`tool ${toolId} ${subject}`),
  });
}

function run({ subject, organization, tool }: Counters): void {
  for (const counter of [subject, organization, tool]) counter.running += 1;
}

function isBefore({ subject }: Waiting, { subject: other }: Waiting): boolean {
  return subject.running < other.running || (subject.running === other.running && subject.lastTurn < other.lastTurn);
}
