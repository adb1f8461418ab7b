import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Entry } from '../api/answers.ts';
import { textOf } from '../format/value.ts';

type BuiltWarningProps = {
  /** As the service answers it by itself. */
  readonly built: Entry;
  /** As a list has it: what that tells is at the top of the properties already. */
  readonly listed: Entry;
};

/** What the build of a file has found wrong. */
export function BuiltWarning({ built, listed }: BuiltWarningProps) {
  const warning = textOf(built.properties?.['warning']);
  if (warning === '' || warning === listed.properties?.['warning']) return null;
  return (
    <Alert color="orange" variant="light" role="alert" icon={<IconAlertTriangle />} className="al-warning">
      {warning}
    </Alert>
  );
}
