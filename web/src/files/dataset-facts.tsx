import { Group } from '@mantine/core';
import type { Dataset } from '../api/answers.ts';
import { isPublicDataset } from '../api/datasets.ts';
import { formatBytes } from '../format/bytes.ts';
import { formatCount } from '../format/count.ts';
import { LinkBadge, VisibilityBadge } from '../parts/visibility-badge.tsx';

type DatasetFactsProps = {
  readonly dataset: Dataset;
  /** The page was opened by a share link. */
  readonly byLink: boolean;
};

export function DatasetFacts({ dataset, byLink }: DatasetFactsProps) {
  const tagline = dataset.properties.meta?.tagline?.data;
  return (
    <>
      {tagline !== undefined && tagline !== '' && <div>{tagline}</div>}
      <Group gap="xs" mt={4}>
        {byLink && !isPublicDataset(dataset) ? <LinkBadge /> : <VisibilityBadge isPublic={isPublicDataset(dataset)} />}
        <span>
          {formatCount(dataset.properties.entries ?? 0, 'item')} · {formatBytes(dataset.size)}
        </span>
      </Group>
    </>
  );
}
