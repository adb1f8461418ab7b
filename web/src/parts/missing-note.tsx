import { Text } from '@mantine/core';
import { i18n } from '../languages/i18n.ts';

type MissingNoteProps = {
  /** Said instead of the usual; null says nothing. */
  readonly text?: string | null | undefined;
};

/** Why the button of a form does nothing yet. */
export const MissingNote = ({
  text = i18n.t('Fill in every field marked with *, as its hint says.'),
}: MissingNoteProps) =>
  text !== null && (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  );
