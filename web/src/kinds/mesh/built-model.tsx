import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type DatasetRef, outputAddress } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { CopyFact } from '../../parts/copy-fact.tsx';
import { FactList } from '../../parts/fact-list.tsx';
import { Problem } from '../../parts/problem.tsx';
import { builtEntryQuery } from '../built-entry.ts';
import { BuiltWarning } from '../built-warning.tsx';
import { outputFile } from '../kind-outputs.ts';
import { modelFacts } from './built-facts.ts';
import { SystemChoices } from '../system-choice.tsx';
import { i18n } from '../../languages/i18n.ts';

export type BuiltModelProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry;
  /** `soon` reads it. */
  readonly opened: boolean;
};

/** What is known of a built model. */
export function BuiltModel({ datasetRef, entry }: BuiltModelProps) {
  const asked = useQuery(builtEntryQuery(datasetRef, entry));
  if (asked.data === undefined)
    return asked.error === null ? (
      <Text size="sm" c="dimmed" role="status">
        {i18n.t('Loading…')}
      </Text>
    ) : (
      <Problem
        title={i18n.t('What is known of the model could not be read')}
        error={asked.error}
        onRetry={() => void asked.refetch()}
      />
    );
  const addressOf = (name: string, folder: string) => {
    const file = outputFile('mesh', folder);
    const value = `${location.origin}${outputAddress(datasetRef, entry.hash ?? '', file)}`;
    return <CopyFact name={name} value={value} what={i18n.t('the address: {name}', { name })} />;
  };
  const { rows, choices, hasTiles } = modelFacts(asked.data);
  return (
    <>
      <BuiltWarning built={asked.data} listed={entry} />
      {choices !== null && <SystemChoices datasetRef={datasetRef} path={entry.path} noun="model" choices={choices} />}
      {rows.length > 0 && <FactList facts={rows} />}
      {hasTiles && addressOf(i18n.t('3D Tiles, for Cesium, QGIS and iTowns'), '3dtiles')}
      {addressOf(i18n.t('Nexus, for viewers of large models'), 'nxs')}
    </>
  );
}
