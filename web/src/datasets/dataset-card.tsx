import '../styles/cards.css';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { datasetThumbAddress } from '../api/addresses.ts';
import type { Dataset } from '../api/answers.ts';
import { datasetName, isPublicDataset } from '../api/datasets.ts';
import { formatBytes } from '../format/bytes.ts';
import { formatCount } from '../format/count.ts';
import { formatIsoDate } from '../format/time.ts';
import { Contours } from '../parts/contours.tsx';
import { VisibilityBadge } from '../parts/visibility-badge.tsx';
import { DatasetMenu } from './dataset-menu.tsx';

type DatasetCardProps = { readonly org: string; readonly dataset: Dataset };

export function DatasetCard({ org, dataset }: DatasetCardProps) {
  const tagline = dataset.properties.meta?.tagline?.data;
  return (
    <li className="al-card">
      <Picture org={org} dataset={dataset} />
      <div className="al-card-body">
        <div className="al-card-top">
          <Link to="/r/$org/$ds" params={{ org, ds: dataset.slug }} className="al-card-link">
            <bdi>{datasetName(dataset)}</bdi>
          </Link>
          <div className="al-card-menu">
            <DatasetMenu org={org} dataset={dataset} />
          </div>
        </div>
        {tagline !== undefined && tagline !== '' && (
          <Text size="sm" c="dimmed" lineClamp={2}>
            {tagline}
          </Text>
        )}
        <Text size="sm" c="dimmed" component="div" className="al-card-foot">
          <VisibilityBadge isPublic={isPublicDataset(dataset)} /> {formatCount(dataset.properties.entries ?? 0, 'item')}{' '}
          · <span className="al-whole">{formatBytes(dataset.size)}</span> ·{' '}
          <span className="al-whole">{formatIsoDate(dataset.creationDate)}</span>
        </Text>
      </div>
    </li>
  );
}

/** The dataset's own picture, or contour lines where it has none. */
function Picture({ org, dataset }: DatasetCardProps) {
  const [broken, setBroken] = useState(false);
  return (
    <div className="al-card-picture">
      {dataset.hasThumbnail === true && !broken ? (
        <img
          src={datasetThumbAddress({ org, ds: dataset.slug })}
          alt=""
          loading="lazy"
          onError={() => setBroken(true)}
        />
      ) : (
        <Contours />
      )}
    </div>
  );
}
