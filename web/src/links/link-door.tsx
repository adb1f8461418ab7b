import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { DatasetRef } from '../api/addresses.ts';
import { ApiError } from '../api/api-error.ts';
import { openedLinkQuery } from '../api/tokens.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { Problem } from '../parts/problem.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { LinkPasswordForm } from './link-password-form.tsx';
import { i18n } from '../languages/i18n.ts';

type LinkDoorProps = { readonly opened: boolean };

/** Says why a link does not open the page, and takes its password. */
export function LinkDoor(_props: LinkDoorProps) {
  const { org = '', ds = '' } = useParams({ strict: false });
  const { token = '' } = useSearch({ strict: false });
  const ref = { org, ds };
  const { data, error, isPending, refetch } = useQuery({ ...openedLinkQuery(ref, token), staleTime: 0 });
  const reason = error instanceof ApiError ? error.reason : undefined;
  usePageTitle(TITLES[reason ?? ''] ?? DEAD);
  if (isPending) return <Skeleton height={240} radius="md" />;
  if (reason === 'password-needed') return <LinkPasswordForm datasetRef={ref} token={token} />;
  if (data !== undefined)
    return (
      <EmptyState title={DEAD} heading={1}>
        <Text ta="center" maw="50ch">
          {i18n.t('The link opens another part of these data than this page shows.')}
        </Text>
        {/* A page that is loaded anew: what was refused on this one is forgotten. */}
        <Button component="a" href={addressOf(ref, token, data.path)}>
          {i18n.t('Open what it shows')}
        </Button>
      </EmptyState>
    );
  if (reason === undefined)
    return <Problem title={i18n.t('The link could not be opened')} error={error} onRetry={() => void refetch()} />;
  return (
    <EmptyState title={TITLES[reason] ?? DEAD} heading={1}>
      <Text ta="center" maw="50ch">
        {reason === 'link-ended'
          ? i18n.t('Its time is over. Ask the person who sent you the link for a new one.')
          : i18n.t('It was removed, or a part of its address is missing. Ask the person who sent you the link.')}
      </Text>
    </EmptyState>
  );
}

const addressOf = ({ org, ds }: DatasetRef, token: string, path: string | null): string =>
  `/r/${encodeURIComponent(org)}/${encodeURIComponent(ds)}?${path === null ? '' : `path=${encodeURIComponent(path)}&`}token=${encodeURIComponent(token)}`;

const DEAD = i18n.t('This link does not work');
const TITLES: Readonly<Record<string, string>> = {
  'password-needed': i18n.t('This link asks for a password'),
  'link-ended': i18n.t('This link has ended'),
};
