import { Alert, Button, Stack } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { ApiError, errorText } from '../api/api-error.ts';
import { i18n } from '../languages/i18n.ts';

type ProblemProps = {
  readonly title: string;
  readonly error: unknown;
  readonly onRetry?: () => void;
  /** Takes the message away; absent where it stands until something changes. */
  readonly onClose?: () => void;
};

/** An error in words: what did not work, why, and a way to try again where that can help. */
export function Problem({ title, error, onRetry, onClose }: ProblemProps) {
  const repeatable = !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title={title}
      icon={<IconAlertCircle />}
      className="al-problem"
      withCloseButton={onClose !== undefined}
      closeButtonLabel={i18n.t('Close')}
      onClose={onClose}
    >
      <Stack gap="sm" align="flex-start">
        {errorText(error)}
        {onRetry !== undefined && repeatable && (
          <Button variant="default" onClick={onRetry}>
            {i18n.t('Try again')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
