import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The order of the test files. Vitest takes one project after the other, each with its longest files first; here the
 * projects are spread over the whole run, so that files which keep a processor busy run beside files which wait. Those in
 * `faults` come first: they are the longest, and wait for timeouts of others most of the time.
 */
export class SpreadProjects extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    const placed = [...byProject.values()].flatMap((ofProject) =>
      ofProject.map((file, index) => ({ file, place: isFault(file) ? -1 : index / ofProject.length })),
    );
    return placed.toSorted((a, b) => a.place - b.place).map(({ file }) => file);
  }
}

function isFault({ moduleId }: TestSpecification): boolean {
  return moduleId.includes('/test/faults/');
}
