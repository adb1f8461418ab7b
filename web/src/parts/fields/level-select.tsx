import { NativeSelect } from '@mantine/core';
import { LEVELS, type MemberLevel } from '../../api/organizations.ts';

type LevelSelectProps = {
  readonly value: MemberLevel;
  readonly onChange: (level: MemberLevel) => void;
  /** Seen above the field; or, where a table's head says it, only read out. */
  readonly label?: string;
  readonly 'aria-label'?: string;
  readonly disabled?: boolean;
};

/** What a member may do; LEVELS_TEXT says it in a sentence. */
export const LevelSelect = ({ value, onChange, ...rest }: LevelSelectProps) => (
  <NativeSelect
    {...rest}
    value={String(value)}
    onChange={(event) => onChange(Number(event.currentTarget.value))}
    data={LEVELS.map(({ level, name }) => ({ value: String(level), label: name }))}
  />
);
