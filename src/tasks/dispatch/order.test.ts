import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextTasks, type ActiveTask, type Bounds } from './order.ts';

const bounds = (given: Partial<Bounds> = {}): Bounds => ({
  places: Infinity,
  perSubject: Infinity,
  perOrganization: Infinity,
  perTool: () => Infinity,
  ...given,
});

const active = fc
  .array(
    fc.record({
      subject: fc.constantFrom('ann', 'ben', 'cem'),
      organizationId: fc.constantFrom('acre', 'mine'),
      toolId: fc.constantFrom('export', 'archive'),
      isRunning: fc.boolean(),
      lastTurn: fc.constant(0),
    }),
    { maxLength: 40 },
  )
  .map((tasks): ActiveTask[] => tasks.map((task, index) => ({ ...task, id: String(index) })));
const limits = fc.record({
  places: fc.integer({ min: 0, max: 30 }),
  perSubject: fc.integer({ min: 1, max: 8 }),
  perOrganization: fc.integer({ min: 1, max: 12 }),
  tool: fc.integer({ min: 1, max: 4 }),
});
const count = (tasks: readonly ActiveTask[], is: (task: ActiveTask) => boolean): number => tasks.filter(is).length;

it('gives every place away, and never goes beyond a bound with what it chooses', () => {
  fc.assert(
    fc.property(active, limits, (tasks, { tool, ...given }) => {
      const asked = bounds({ ...given, perTool: (id) => (id === 'archive' ? tool : Infinity) });
      const chosen = new Set(nextTasks(tasks, asked));
      const waiting = tasks.filter(({ isRunning }) => !isRunning);
      const [ran, runs] = [
        tasks.filter(({ isRunning }) => isRunning),
        tasks.filter(({ id, isRunning }) => isRunning || chosen.has(id)),
      ];
      expect([...chosen].every((id) => waiting.some((task) => task.id === id))).toBe(true);
      expect(runs.length).toBeLessThanOrEqual(Math.max(asked.places, ran.length));
      const isWithin = (task: ActiveTask, all: readonly ActiveTask[], spare: number): boolean =>
        count(all, ({ subject }) => subject === task.subject) + spare <= asked.perSubject &&
        count(all, ({ organizationId }) => organizationId === task.organizationId) + spare <= asked.perOrganization &&
        count(all, ({ subject, toolId }) => subject === task.subject && toolId === task.toolId) + spare <=
          asked.perTool(task.toolId);
      for (const task of waiting) {
        // A task that still waits has no place, or would go beyond a bound.
        const isKeptWaiting = runs.length >= asked.places || !isWithin(task, runs, 1);
        expect(chosen.has(task.id) ? isWithin(task, runs, 0) : isKeptWaiting).toBe(true);
      }
    }),
  );
});

it('gives each place to the subject with the fewest running, of equals to the one whose turn is longest ago, and its oldest task', () => {
  fc.assert(
    fc.property(active, fc.integer({ min: 0, max: 40 }), (tasks, places) => {
      const running = new Map<string, number>();
      const runs = (subject: string): number => running.get(subject) ?? 0;
      for (const { subject, isRunning } of tasks) if (isRunning) running.set(subject, runs(subject) + 1);
      const turns = new Map<string, number>();
      const turnOf = ({ subject }: ActiveTask): number => turns.get(subject) ?? -1;
      let waiting = tasks.filter(({ isRunning }) => !isRunning);
      for (const [turn, id] of nextTasks(tasks, bounds({ places })).entries()) {
        const task = waiting.find((each) => each.id === id)!;
        const least = Math.min(...waiting.map(({ subject }) => runs(subject)));
        expect(runs(task.subject)).toBe(least);
        const equals = waiting.filter(({ subject }) => runs(subject) === least);
        const longest = Math.min(...equals.map(turnOf));
        expect(equals.find((each) => turnOf(each) === longest)).toBe(task);
        turns.set(task.subject, turn);
        running.set(task.subject, runs(task.subject) + 1);
        waiting = waiting.filter((each) => each !== task);
      }
    }),
  );
});

it('lets one with a thousand tasks delay another by no task where there are places for both', () => {
  const thousand = Array.from({ length: 1000 }, (_, index): ActiveTask => ({
    id: String(index),
    subject: 'ann',
    organizationId: 'acre',
    toolId: 'export',
    isRunning: false,
    lastTurn: 0,
  }));
  const late = { ...thousand[0]!, id: 'late', subject: 'ben' };
  expect(nextTasks([...thousand, late], bounds({ places: 2 }))).toEqual(['0', 'late']);
  expect(nextTasks([...thousand.map((task) => ({ ...task, lastTurn: 7 })), late], bounds({ places: 1 }))).toEqual([
    'late',
  ]);
  const busy = thousand.map((task, index) => ({ ...task, isRunning: index < 3 }));
  expect(nextTasks([...busy, late], bounds({ places: 4 }))).toEqual(['late']);
});

it('answers also when as many subjects wait as the arguments of no function', () => {
  const waiting = Array.from({ length: 200_000 }, (_, index): ActiveTask => {
    const id = String(index);
    return { id, subject: id, organizationId: 'acre', toolId: 'export', isRunning: false, lastTurn: 200_000 - index };
  });
  expect(nextTasks(waiting, bounds({ places: 2 }))).toEqual(['199999', '199998']);
});
