import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import { datasetName, datasetsQuery } from '../../api/datasets.ts';
import { organizationsQuery } from '../../api/organizations.ts';
import { Problem } from '../../parts/problem.tsx';
import { i18n } from '../../languages/i18n.ts';

type TargetFieldsProps = {
  /** The dataset the entries are in; it is no other one. */
  readonly from: DatasetRef;
  readonly value: DatasetRef | null;
  readonly onChange: (target: DatasetRef | null) => void;
};

/** Another dataset that the person may write to. */
export function TargetFields({ from, value, onChange }: TargetFieldsProps) {
  const [org, setOrg] = useState(from.org);
  const organizations = useQuery(organizationsQuery);
  const datasets = useQuery(datasetsQuery(org));
  const choices = (datasets.data ?? []).filter(
    (it) => it.permissions?.canWrite === true && (org !== from.org || it.slug !== from.ds),
  );
  const error = organizations.error ?? datasets.error;
  return (
    <>
      <NativeSelect
        label={i18n.t('Organization')}
        data={(organizations.data ?? [{ slug: org, name: org }]).map(({ slug, name }) => ({
          value: slug,
          label: name,
        }))}
        value={org}
        onChange={(event) => {
          setOrg(event.currentTarget.value);
          onChange(null);
        }}
      />
      <NativeSelect
        label={i18n.t('Dataset')}
        required
        description={
          datasets.data !== undefined && choices.length === 0
            ? i18n.t('You have no other dataset to write to.')
            : undefined
        }
        data={[
          { value: '', label: i18n.t('Choose one') },
          ...choices.map((dataset) => ({ value: dataset.slug, label: datasetName(dataset) })),
        ]}
        value={value?.ds ?? ''}
        onChange={({ currentTarget: { value: ds } }) => onChange(ds === '' ? null : { org, ds })}
      />
      {error !== null && <Problem title={i18n.t('The datasets could not be read')} error={error} />}
    </>
  );
}
