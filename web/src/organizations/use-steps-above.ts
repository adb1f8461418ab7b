import { useQuery } from '@tanstack/react-query';
import { organizationAboveQuery } from '../api/organizations.ts';
import { sessionQuery } from '../api/session.ts';
import type { Step } from '../parts/breadcrumbs.tsx';
import { i18n } from '../languages/i18n.ts';

/** The page above the organizations: one's home, or for somebody without an account the list of public ones. */
export function useTopStep(): Step {
  const session = useQuery(sessionQuery);
  if (session.data === undefined) return { name: i18n.t('Home') };
  if (session.data === null) return { name: i18n.t('Organizations'), link: { to: '/', search: { show: 'public' } } };
  return { name: i18n.t('Home'), link: { to: '/' } };
}

/** The steps above a dataset; links only where they lead somewhere. `byLink`: none, as a share link opens nothing above. */
export function useStepsAbove(org: string, byLink: boolean): readonly Step[] {
  const session = useQuery(sessionQuery);
  const top = useTopStep();
  const organization = useQuery({
    ...organizationAboveQuery(org),
    enabled: session.data !== undefined && !byLink,
  });
  const name = organization.data?.name ?? org;
  if (byLink) return [];
  return [top, organization.data ? { name, link: { to: '/r/$org', params: { org } } } : { name }];
}
