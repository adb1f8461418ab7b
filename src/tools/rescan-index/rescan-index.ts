import Type from 'typebox';
import { readTypes, rescan, type RescanDependencies } from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import type { PlanRequest, RunningTask, Tool } from '../../tasks/index.ts';
import { orNull, withWords } from '../../tasks/tool-kit/index.ts';

const parameters = withWords(
  Type.Object(
    {
      types: orNull(
        Type.String({
          maxLength: 1024,
          description: 'Names or numbers of types, separated by commas; without any all files',
          examples: ['GeoRaster, Vector'],
        }),
      ),
      stopOnError: Type.Union([Type.Boolean(), Type.Null()], {
        default: false,
        description: 'Whether to end with the first file that cannot be inspected',
      }),
    },
    { additionalProperties: false },
  ),
  {
    types: 'Types of files',
    stopOnError: 'End with the first problem',
  },
);
type Parameters = Type.Static<typeof parameters>;

/**
 * Finds out again what the files of a dataset are. What is built of a file stays where it is still that of the file, its bytes
 * and those beside it; what is missing is asked for.
 */
export const rescanIndex = (dependencies: RescanDependencies): Tool<typeof parameters> => ({
  id: 'rescan-index',
  version: '1',
  title: 'Rescan index',
  description:
    'Looks at all files again, and mends what is known of them: type, position, properties. Builds what is missing; what is built already is kept.',
  parameters,
  access: 'write',
  artifact: null,
  offers: [{ on: 'dataset' }],
  plan: ({ parameters: { types } }: PlanRequest<Parameters>) => {
    readTypes(types);
    return Promise.resolve({ path: null, reads: 'dataset', estimatedBytes: 0 });
  },
  run: (task) => run(dependencies, task),
});

async function run(
  dependencies: RescanDependencies,
  { parameters: { types, stopOnError }, dataset, entries, signal, report, log }: RunningTask<Parameters>,
) {
  const chosen = readTypes(types);
  report(null, 'rescanning');
  let total = 0;
  for await (const { hash, type } of entries.below([])) if (hash !== null && isChosen(type, chosen)) total += 1;
  // What is written is what the service finds out by itself: no right of anybody has a say in it.
  const options = { types: chosen, stopOnError: stopOnError === true, signal, readmit: () => Promise.resolve() };
  let [inspected, failed] = [0, 0];
  for await (const { path, error } of rescan(dependencies, dataset, options)) {
    inspected += 1;
    report(Math.min(100, (100 * inspected) / total), 'rescanning');
    if (error === null) continue;
    failed += 1;
    log(`${path}: ${error}`);
    if (stopOnError === true) throw fail('invalid-input', `${path}: ${error}`);
  }
  log(`${inspected} files inspected, ${failed} could not be.`);
  report(100, 'done');
  return { facts: { inspected, failed } };
}

const isChosen = (type: number, types: readonly number[]): boolean => types.length === 0 || types.includes(type);
