import { ActionIcon } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { i18n } from '../../languages/i18n.ts';

type EyeProps = {
  readonly name: string;
  readonly isHidden: boolean;
  readonly onHidden: (isHidden: boolean) => void;
};

/** Shows or hides what has this name. */
export const Eye = ({ name, isHidden, onHidden }: EyeProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size="lg"
    aria-label={i18n.t('Show {name}', { name })}
    aria-pressed={!isHidden}
    onClick={() => onHidden(!isHidden)}
  >
    {isHidden ? <IconEyeOff size={20} aria-hidden /> : <IconEye size={20} aria-hidden />}
  </ActionIcon>
);
