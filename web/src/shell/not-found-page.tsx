import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../parts/empty-state.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';

export function NotFoundPage() {
  usePageTitle('Page not found');
  return (
    <EmptyState title="There is no page at this address" heading={1}>
      <p>The link may be old or mistyped.</p>
      <Button renderRoot={(props) => <Link to="/" {...props} />}>Go to the organizations</Button>
    </EmptyState>
  );
}
