import { Text } from '@mantine/core';
import type { Dataset } from '../api/answers.ts';
import { formatBytes } from '../format/bytes.ts';
import { i18n } from '../languages/i18n.ts';

/** The first line of a dataset: what it says of itself, and how much is in it. */
export function DatasetFacts({ dataset }: { readonly dataset: Dataset }) {
  const tagline = dataset.properties.meta?.tagline?.data;
  return (
    <Text c="dimmed" component="div" className="al-dataset-facts">
      {tagline !== undefined && tagline !== '' && <span>{tagline}</span>}
      <span>
        {i18n.t('{entries, plural, one {# file or folder} other {# files and folders}}', {
          entries: dataset.properties.entries ?? 0,
        })}{' '}
        · {formatBytes(dataset.size)}
      </span>
    </Text>
  );
}
