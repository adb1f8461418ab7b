import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DatasetExtent } from '../api/extents.ts';
import { keyOf } from './extents.ts';
import { i18n } from '../languages/i18n.ts';

/** More rows are no help: come nearer with the map. */
const MOST_ROWS = 50;

type ExtentsListProps = {
  readonly datasets: readonly DatasetExtent[];
  readonly marked: string | null;
  readonly onMark: (key: string | null) => void;
  readonly withOrganization: boolean;
};

/** The datasets of a map by name. To point at one marks it on the map. */
export function ExtentsList({ datasets, marked, onMark, withOrganization }: ExtentsListProps) {
  if (datasets.length === 0)
    return (
      <Text size="sm" c="dimmed" className="al-extents-note">
        {i18n.t('No dataset in view. Move the map, or zoom out.')}
      </Text>
    );
  const shown = datasets.toSorted((a, b) => a.dataset.localeCompare(b.dataset)).slice(0, MOST_ROWS);
  return (
    <ul className="al-plain-list al-extents-list" aria-label={i18n.t('Datasets in view')}>
      {shown.map((dataset) => (
        <li key={keyOf(dataset)} data-marked={keyOf(dataset) === marked || undefined}>
          <Link
            to="/r/$org/$ds"
            params={{ org: dataset.orgSlug, ds: dataset.dsSlug }}
            onPointerEnter={() => onMark(keyOf(dataset))}
            onPointerLeave={() => onMark(null)}
            onFocus={() => onMark(keyOf(dataset))}
            onBlur={() => onMark(null)}
          >
            <bdi>{dataset.dataset}</bdi>
            {withOrganization && (
              <Text span size="sm" c="dimmed">
                <bdi>{dataset.organization}</bdi>
              </Text>
            )}
          </Link>
        </li>
      ))}
      {datasets.length > MOST_ROWS && (
        <li className="al-extents-note">
          <Text size="sm" c="dimmed">
            {i18n.t('Zoom in to see the other names.')}
          </Text>
        </li>
      )}
    </ul>
  );
}
