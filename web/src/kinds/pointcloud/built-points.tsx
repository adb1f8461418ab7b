import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { FactList } from '../../parts/fact-list.tsx';
import { Problem } from '../../parts/problem.tsx';
import { builtEntryQuery } from '../built-entry.ts';
import { BuiltWarning } from '../built-warning.tsx';
import { nearbySystems } from '../nearby-systems.ts';
import { SystemChoices } from '../system-choice.tsx';
import { pointFacts } from './point-facts.ts';
import { i18n } from '../../languages/i18n.ts';

export type BuiltPointsProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry;
  /** `soon` reads it. */
  readonly opened: boolean;
};

/** What is known of the points of a built cloud. */
export function BuiltPoints({ datasetRef, entry }: BuiltPointsProps) {
  const asked = useQuery(builtEntryQuery(datasetRef, entry));
  if (asked.data === undefined)
    return asked.error === null ? (
      <Text size="sm" c="dimmed" role="status">
        {i18n.t('Loading…')}
      </Text>
    ) : (
      <Problem
        title={i18n.t('What is known of the points could not be read')}
        error={asked.error}
        onRetry={() => void asked.refetch()}
      />
    );
  const { hasSystem, rows } = pointFacts(asked.data);
  return (
    <>
      <BuiltWarning built={asked.data} listed={entry} />
      {!hasSystem && (
        <SystemChoices
          datasetRef={datasetRef}
          path={entry.path}
          noun="cloud"
          choices={nearbySystems(asked.data) ?? []}
        />
      )}
      {rows.length > 0 ? (
        <FactList facts={rows} />
      ) : (
        <Text size="sm" c="dimmed">
          {i18n.t('Its points are not counted. “Build again” in its menu counts them.')}
        </Text>
      )}
    </>
  );
}
