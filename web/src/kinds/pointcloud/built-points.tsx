import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type DatasetRef, inDataset } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { call } from '../../api/http.ts';
import { keys } from '../../api/keys.ts';
import { CopyFact } from '../../parts/copy-fact.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { Problem } from '../../parts/problem.tsx';
import { pointFacts, projectionCommand } from './point-facts.ts';

/** An entry with what was found out when it was built, which lists leave out. A new content is another question. */
const builtEntryQuery = (ref: DatasetRef, { path, hash }: Entry) =>
  queryOptions({
    queryKey: [...keys.entry(ref, path), 'built', hash],
    queryFn: ({ signal }): Promise<Entry> =>
      call('GET /orgs/{orgSlug}/ds/{dsSlug}/obj', { path: inDataset(ref), query: { path }, byLink: true, signal }),
  });

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
        Loading…
      </Text>
    ) : (
      <Problem
        title="What is known of the points could not be read"
        error={asked.error}
        onRetry={() => void asked.refetch()}
      />
    );
  const { warning, hasSystem, rows } = pointFacts(asked.data);
  // The list may have told of it: then it is at the top of the properties.
  const isTold = warning === null || warning === entry.properties?.['warning'];
  return (
    <>
      {!isTold && (
        <Alert color="orange" variant="light" role="alert" icon={<IconAlertTriangle />} className="al-warning">
          {warning}
        </Alert>
      )}
      {!hasSystem && (
        <>
          <CopyFact
            name="With the client, for a cloud in EPSG:32632"
            value={projectionCommand(datasetRef, entry.path)}
            what="the command"
          />
          <Text size="sm" c="dimmed">
            Then choose “Build again” in its menu.
          </Text>
        </>
      )}
      {rows.length > 0 ? (
        <FactList facts={rows} />
      ) : (
        <Text size="sm" c="dimmed">
          Its points are not counted. “Build again” in its menu counts them.
        </Text>
      )}
    </>
  );
}
