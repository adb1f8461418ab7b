import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Contours } from './contours.tsx';

type EmptyStateProps = { readonly title: string; readonly heading?: 1 | 2; readonly children?: ReactNode };

/** What stands where there is nothing yet: why, and what to do about it. */
export const EmptyState = ({ title, heading = 2, children }: EmptyStateProps) => (
  <Stack align="center" gap="sm" className="al-empty">
    <Contours className="al-empty-picture" />
    <Title order={heading} size="h3" ta="center">
      {title}
    </Title>
    {children}
  </Stack>
);
