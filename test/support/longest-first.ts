import { BaseSequencer, type TestProject, type TestSpecification } from 'vitest/node';
import { FULL } from './full.ts';
import { placeInFull } from './full-files.ts';

/** Files that take a minute, most of it waiting: behind the others they would be what the run waits for. */
const LONG = [
  '/test/fuzz/',
  '/test/faults/',
  '/test/e2e/large-files.',
  '/test/e2e/cancelled-tools.',
  '/test/client/round-trip.',
  '/test/browser/accessibility.',
  '/test/e2e/datasets-removal.',
  '/test/browser/resumable.',
];

/**
 * The order of the test files: one project after the other, as configured, as a worker goes on to the next file, with the
 * modules it has loaded, only within a project; in each the longest files first. In `npm run test:full`, what `npm test` runs too, on
 * another database, comes last.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // Once for each file, which is read for it.
    const places = new Map(sorted.map(({ moduleId }) => [moduleId, FULL ? placeInFull(moduleId) : 0]));
    const inFull = ({ moduleId }: TestSpecification): number => places.get(moduleId) ?? 0;
    return sorted.toSorted(
      (a, b) => placeOf(a.project) - placeOf(b.project) || inFull(a) - inFull(b) || lengthOf(b) - lengthOf(a),
    );
  }
}

const placeOf = (project: TestProject): number => project.vitest.projects.indexOf(project);
const lengthOf = ({ moduleId }: TestSpecification): number => (LONG.some((part) => moduleId.includes(part)) ? 1 : 0);
