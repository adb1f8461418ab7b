import type { TaskImport } from '../../api/admin/system.ts';
import type { ImportReport } from '../../api/answers.ts';
import { i18n } from '../../languages/i18n.ts';

/** What came of an import that has ended. The job itself succeeds also when nothing arrived: its report tells. */
export type ImportOutcome = 'done' | 'partly' | 'failed';

type Counts = { readonly [Key in 'datasets' | 'files' | 'failures']: number | null };

/** Counts that are not known yet count as nothing, so an import that runs has not failed. */
export function importOutcome({ datasets, files, failures }: Counts): ImportOutcome {
  if ((failures ?? 0) === 0) return 'done';
  return (datasets ?? 0) === 0 || (files ?? 0) === 0 ? 'failed' : 'partly';
}

export const countsOf = (report: ImportReport): Counts => ({
  datasets: report.importedItems.length,
  files: report.totalFiles + report.skippedFiles,
  failures: report.errors.length + report.fileErrors.length,
});

/** The state to show for a job: of an import that succeeded, what its report says. */
export function shownState(state: string, counts: Counts | null): string {
  if (state !== 'Succeeded' || counts === null) return state;
  return { done: state, partly: DONE_WITH_FAILURES, failed: i18n.t('Failed') }[importOutcome(counts)];
}

/** No state of the service; what these pages show for an import of which only a part arrived. */
export const DONE_WITH_FAILURES = 'DoneWithFailures';

/** "data.example.org, club/survey → home/survey" */
export const importRoute = ({ source, from, to }: TaskImport): string =>
  `${URL.parse(source)?.host ?? source}, ${from} → ${to}`;
