import { checkCompleteness, type CompletenessOptions } from '../../builds/index.ts';
import type { Operation } from '../../jobs/index.ts';

export const COMPLETENESS_TOOL = 'artifact-check';

/** Looks at the outputs of all datasets and asks for builds of what is missing; the result is the count. */
export function completenessOperation(options: CompletenessOptions): Operation {
  return async ({ userId, signal, report }) => ({
    ...(await checkCompleteness(options, userId, (files) => report(null, `${files} files checked`), signal)),
  });
}
