import { Link } from '@tanstack/react-router';
import type { DatasetRef } from '../api/addresses.ts';
import type { ActivityKind } from './activity-search.ts';
import { i18n } from '../languages/i18n.ts';

const KINDS: readonly { readonly kind: ActivityKind | undefined; readonly label: string }[] = [
  { kind: undefined, label: i18n.t('All') },
  { kind: 'builds', label: i18n.t('Builds') },
  { kind: 'tasks', label: i18n.t('Tasks') },
  { kind: 'uploads', label: i18n.t('Uploads') },
  { kind: 'downloads', label: i18n.t('Downloads') },
];

type KindLinksProps = { readonly datasetRef: DatasetRef; readonly current: ActivityKind | undefined };

/** Which kind of activity is listed, as links: each is an address. */
export const KindLinks = ({ datasetRef, current }: KindLinksProps) => (
  <nav aria-label={i18n.t('Kinds of activity')} className="al-kinds">
    {KINDS.map(({ kind, label }) => (
      <Link
        key={label}
        to="/r/$org/$ds/activity"
        params={datasetRef}
        search={{ kind }}
        activeOptions={{ explicitUndefined: true }}
        {...(kind === current ? { 'aria-current': 'page' as const } : {})}
      >
        {label}
      </Link>
    ))}
  </nav>
);
