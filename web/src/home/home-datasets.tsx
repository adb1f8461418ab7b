import { SimpleGrid, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { organizationsQuery } from '../api/organizations.ts';
import { DatasetCard } from '../datasets/dataset-card.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Problem } from '../parts/problem.tsx';
import { useHomeDatasets } from './use-home-datasets.ts';
import { i18n } from '../languages/i18n.ts';

type HomeDatasetsProps = {
  /** The dataset that is pointed at, here or on the map: `organization/dataset`. */
  readonly marked: string | null;
  readonly onMark: (key: string | null) => void;
};

/** Datasets as pictures: those opened last, or the newest. */
export function HomeDatasets({ marked, onMark }: HomeDatasetsProps) {
  const { title = i18n.t('Datasets'), datasets, pending, error, retry } = useHomeDatasets();
  const names = new Map(useQuery(organizationsQuery).data?.map(({ slug, name }) => [slug, name]));
  return (
    <section aria-labelledby="datasets" aria-busy={pending > 0} className="al-home-section">
      <div className="al-home-head">
        <Title order={2} size="h3" id="datasets">
          {title}
        </Title>
      </div>
      {error !== null && <Problem title={i18n.t('Some datasets could not be read')} error={error} onRetry={retry} />}
      {datasets.length === 0 && pending === 0 && error === null && (
        <EmptyState title={i18n.t('Nothing opened yet')}>
          <Text c="dimmed" ta="center">
            {i18n.t('Datasets that you open are shown here. Choose an organization to find them.')}
          </Text>
        </EmptyState>
      )}
      <SimpleGrid component="ul" className="al-plain-list" cols={{ base: 1, xs: 2, lg: 3 }}>
        {datasets.map(({ org, dataset }) => (
          <DatasetCard
            key={`${org}/${dataset.slug}`}
            org={org}
            dataset={dataset}
            within={names.get(org) ?? org}
            marked={marked}
            onMark={onMark}
          />
        ))}
        {Array.from({ length: pending }, (_, at) => (
          <Skeleton key={at} component="li" height={250} radius="lg" />
        ))}
      </SimpleGrid>
    </section>
  );
}
