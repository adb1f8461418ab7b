import type { TObject } from 'typebox';
import type { Tool } from '../../tasks/index.ts';
import type { TestFiles, ToolBench } from '../../tasks/testing/run-tool.ts';

/** A program of ours takes longer to begin, on any machine. */
const SOON_MS = 30;

/** Runs a tool that is cancelled soon after it reports its first phase. @returns code of the error it ends with */
export async function cancelledRun<P extends TObject>(
  bench: ToolBench,
  tool: Tool<P>,
  parameters: object,
  files: TestFiles,
): Promise<unknown> {
  const controller = new AbortController();
  const cancelled: Tool<P> = {
    ...tool,
    plan: (request) => tool.plan(request),
    run: (task) =>
      tool.run({
        ...task,
        report(percent, phase) {
          setTimeout(() => controller.abort(), SOON_MS);
          task.report(percent, phase);
        },
      }),
  };
  return bench.run(cancelled, parameters, files, controller.signal).then(
    () => 'finished',
    (error: unknown) => (error as { readonly code?: unknown }).code,
  );
}
