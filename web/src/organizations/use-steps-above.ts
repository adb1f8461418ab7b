import { useQuery } from '@tanstack/react-query';
import { organizationAboveQuery } from '../api/organizations.ts';
import { sessionQuery } from '../api/session.ts';
import type { Step } from '../parts/breadcrumbs.tsx';

/** The list of organizations as a step: one's own, or for somebody without an account the public ones. */
export function useTopStep(): Step {
  const session = useQuery(sessionQuery);
  if (session.data === undefined) return { name: 'Organizations' };
  return { name: 'Organizations', link: { to: '/', search: session.data === null ? { show: 'public' } : {} } };
}

/**
 * The steps above a dataset; links only where they lead somewhere. `byLink`: the page was opened by a share link, which
 * opens nothing but the dataset; then a visitor without an account gets no link at all.
 */
export function useStepsAbove(org: string, byLink: boolean): readonly Step[] {
  const session = useQuery(sessionQuery);
  const top = useTopStep();
  const visitsByLink = byLink && session.data === null;
  const organization = useQuery({
    ...organizationAboveQuery(org),
    enabled: session.data !== undefined && !visitsByLink,
  });
  const name = organization.data?.name ?? org;
  return [
    visitsByLink ? { name: top.name } : top,
    organization.data ? { name, link: { to: '/r/$org', params: { org } } } : { name },
  ];
}
