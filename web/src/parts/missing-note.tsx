import { Text } from '@mantine/core';

/** Why the button of a form does nothing yet. */
export const MissingNote = () => (
  <Text size="sm" c="dimmed">
    Fill in every field marked with *, as its hint says.
  </Text>
);
