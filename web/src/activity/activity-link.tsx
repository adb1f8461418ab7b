import { Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconActivity } from '@tabler/icons-react';
import { MOST_COUNTED } from '../api/active-count.ts';
import type { DatasetRef } from '../api/addresses.ts';
import { i18n } from '../languages/i18n.ts';

type ActivityLinkProps = {
  readonly datasetRef: DatasetRef;
  /** What runs or waits. */
  readonly count: number;
  readonly isCurrent: boolean;
};

/** The way to what happens in a dataset, with the number of what runs or waits. */
export const ActivityLink = ({ datasetRef, count, isCurrent }: ActivityLinkProps) => (
  <Button
    variant={isCurrent ? 'light' : 'default'}
    leftSection={<IconActivity size={18} aria-hidden />}
    renderRoot={(props) => (
      <Link
        to="/r/$org/$ds/activity"
        params={datasetRef}
        aria-label={nameOf(count)}
        {...(isCurrent ? { 'aria-current': 'page' } : {})}
        {...props}
      />
    )}
  >
    <span className="al-word">{i18n.t('Activity')}</span>
    <Count count={count} />
  </Button>
);

export const ActivityItem = ({ datasetRef, count }: Omit<ActivityLinkProps, 'isCurrent'>) => (
  <Menu.Item
    leftSection={<IconActivity size={18} />}
    renderRoot={(props) => <Link to="/r/$org/$ds/activity" params={datasetRef} aria-label={nameOf(count)} {...props} />}
  >
    {i18n.t('Activity')}
    <Count count={count} />
  </Menu.Item>
);

const shownCount = (count: number): string => (count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count));

/** Read aloud in the place of the bare number. */
const nameOf = (count: number): string | undefined =>
  count === 0
    ? undefined
    : count > MOST_COUNTED
      ? i18n.t('Activity, more than {MOST_COUNTED} active', { MOST_COUNTED })
      : i18n.t('Activity, {count} active', { count });

/** The style sheet writes the number: as text of the link it would have to be in its name. */
const Count = ({ count }: { readonly count: number }) =>
  count > 0 && <span className="al-count" data-count={shownCount(count)} />;
