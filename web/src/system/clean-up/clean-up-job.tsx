import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/admin/system.ts';
import { isActive } from '../../api/tasks.ts';
import { DoneNote } from '../../parts/done-note.tsx';
import { Problem } from '../../parts/problem.tsx';
import { JobState } from '../jobs/job-state.tsx';
import type { CleanUp } from './clean-ups.ts';
import { i18n } from '../../languages/i18n.ts';

/** A clean-up that runs in the background: how far it is, then what came of it. */
export function CleanUpJob({ id, cleanUp }: { readonly id: string; readonly cleanUp: CleanUp }) {
  const job = useQuery(operationQuery(id));
  if (job.error !== null) return <Problem title={i18n.t('How far it is could not be read')} error={job.error} />;
  if (job.data === undefined) return <Skeleton height={40} radius="md" />;
  const { state, progressPercent, phase, result, errorText } = job.data;
  if (state === 'Succeeded') {
    const outcome = result === null || 'importedItems' in result ? {} : result;
    return <DoneNote title={i18n.t('Done')}>{cleanUp.describe(outcome)}</DoneNote>;
  }
  return (
    <div role="status">
      <JobState state={state} percent={progressPercent} phase={isActive(state) ? phase : null} label={cleanUp.name} />
      {errorText !== null && <Text className="al-reason">{errorText}</Text>}
    </div>
  );
}
