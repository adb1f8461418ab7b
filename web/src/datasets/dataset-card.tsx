import '../styles/cards.css';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Dataset } from '../api/answers.ts';
import { datasetName, isPublicDataset } from '../api/datasets.ts';
import { formatBytes } from '../format/bytes.ts';
import { formatIsoDate } from '../format/time.ts';
import { VisibilityBadge } from '../parts/visibility-badge.tsx';
import { DatasetCover } from './dataset-cover.tsx';
import { DatasetMenu } from './dataset-menu.tsx';
import { i18n } from '../languages/i18n.ts';

type DatasetCardProps = {
  readonly org: string;
  readonly dataset: Dataset;
  /** Name of the organization, where the card stands outside of its page; such a card has no menu. */
  readonly within?: string;
  /** The dataset that is pointed at on a map beside the cards: `organization/dataset`. */
  readonly marked?: string | null;
  readonly onMark?: (key: string | null) => void;
};

export function DatasetCard({ org, dataset, within, marked, onMark }: DatasetCardProps) {
  const key = `${org}/${dataset.slug}`;
  const tagline = dataset.properties.meta?.tagline?.data;
  return (
    <li className="al-card" data-marked={marked === key || undefined}>
      <DatasetCover org={org} dataset={dataset} />
      <div className="al-card-mark">
        <VisibilityBadge isPublic={isPublicDataset(dataset)} />
      </div>
      <div className="al-card-body">
        <div className="al-card-top">
          <Link
            to="/r/$org/$ds"
            params={{ org, ds: dataset.slug }}
            className="al-card-link"
            onPointerEnter={() => onMark?.(key)}
            onPointerLeave={() => onMark?.(null)}
            onFocus={() => onMark?.(key)}
            onBlur={() => onMark?.(null)}
          >
            <bdi>{datasetName(dataset)}</bdi>
          </Link>
          {within === undefined && (
            <div className="al-card-menu">
              <DatasetMenu org={org} dataset={dataset} />
            </div>
          )}
        </div>
        {within !== undefined && (
          <Text size="sm" c="dimmed" lineClamp={1} className="al-break">
            <bdi>{within}</bdi>
          </Text>
        )}
        {within === undefined && tagline !== undefined && tagline !== '' && (
          <Text size="sm" c="dimmed" lineClamp={2}>
            {tagline}
          </Text>
        )}
        <Text size="sm" c="dimmed" component="div" className="al-card-foot">
          {i18n.t('{entries, plural, one {# file or folder} other {# files and folders}}', {
            entries: dataset.properties.entries ?? 0,
          })}{' '}
          · <span className="al-whole">{formatBytes(dataset.size)}</span> ·{' '}
          <span className="al-whole">{formatIsoDate(dataset.creationDate)}</span>
        </Text>
      </div>
    </li>
  );
}
