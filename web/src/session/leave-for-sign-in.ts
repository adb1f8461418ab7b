import type { QueryClient } from '@tanstack/react-query';
import type { AppRouter } from '../router.tsx';
import { keys } from '../api/keys.ts';
import { SIGNED_OUT } from './provider-problem.ts';

/**
 * Forgets the person and shows the login page, which leads back to where they were and says why it is there. On a page
 * that was opened by a share link it is the link that was refused, which the page itself says (links/dead-link.tsx).
 */
export function leaveForSignIn(router: AppRouter, queries: QueryClient): void {
  const { pathname, href, search } = router.state.location;
  if ('token' in search && search.token !== undefined) return;
  const wasSignedIn = Boolean(queries.getQueryData(keys.session));
  queries.setQueryData(keys.session, null);
  if (pathname === '/login') return;
  const problem = wasSignedIn ? SIGNED_OUT : undefined;
  void router.navigate({ to: '/login', search: { return: href, problem }, replace: true });
}
