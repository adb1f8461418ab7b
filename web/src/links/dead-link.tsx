import { Text } from '@mantine/core';
import { ApiError } from '../api/api-error.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';

/** What a page shows that was opened by a link which leads nowhere any more; signing in would not help. */
export function DeadLink() {
  usePageTitle('This link does not work');
  return (
    <EmptyState title="This link does not work" heading={1}>
      <Text ta="center" maw="50ch">
        It has ended, was withdrawn or is incomplete. Ask whoever sent it.
      </Text>
    </EmptyState>
  );
}

/**
 * Whether the link is dead that a page was opened with, by the error of reading its dataset: 401 for a visitor, 403 for
 * another dataset's link, 404 for somebody who is signed in and may not read the dataset himself.
 */
export const isDeadLink = (token: string | undefined, error: Error | null): boolean =>
  token !== undefined && error instanceof ApiError && [401, 403, 404].includes(error.status);
