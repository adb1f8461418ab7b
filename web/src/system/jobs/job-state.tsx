import { Progress, Text } from '@mantine/core';
import { isActive } from '../../api/tasks.ts';
import { isBad, stateName } from './job-texts.ts';

type JobStateProps = {
  readonly state: string;
  readonly percent: number | null;
  readonly phase: string | null;
  /** Which job, for those who do not see its row. */
  readonly label: string;
};

/** The state of a job in words; with a bar while it runs and says how far it is. */
export function JobState({ state, percent, phase, label }: JobStateProps) {
  const known = isActive(state) && percent !== null;
  return (
    <span className="al-storage">
      <Text component="span" size="sm" className="al-figures" c={isBad(state) ? 'var(--mantine-color-error)' : ''}>
        {stateName(state)}
        {known && ` ${Math.round(percent)} %`}
        {phase !== null && phase !== '' && `: ${phase}`}
      </Text>
      {known && <Progress size="sm" value={percent} aria-label={label} />}
    </span>
  );
}
