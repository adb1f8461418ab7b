import type { QueryClient } from '@tanstack/react-query';
import type { AppRouter } from '../router.tsx';
import { keys } from '../api/keys.ts';

/** Forgets the person and shows the login page, which leads back to where they were. */
export function leaveForSignIn(router: AppRouter, queries: QueryClient): void {
  queries.setQueryData(keys.session, null);
  const { pathname, href } = router.state.location;
  if (pathname === '/login') return;
  void router.navigate({ to: '/login', search: { return: href }, replace: true });
}
