import { NativeSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { vectorValuesQuery } from '../../api/vector-values.ts';
import { Problem } from '../../parts/problem.tsx';
import type { Attribute } from './attributes.ts';
import { GraduatedFields } from './graduated-fields.tsx';
import { categoriesOf, classesOf } from './look/colouring-of-values.ts';
import { USUAL_COLOUR } from './look/colours.ts';
import type { Colouring } from './look/vector-look.ts';
import { i18n } from '../../languages/i18n.ts';

type ColouringFieldsProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry | null;
  readonly attributes: readonly Attribute[];
  readonly colouring: Colouring;
  readonly onColouring: (colouring: Colouring) => void;
};

const WAYS = [
  { value: 'single', label: i18n.t('Single colour') },
  { value: 'category', label: i18n.t('By category') },
  { value: 'graduated', label: i18n.t('Graduated') },
] as const;

/** How features are coloured. Categories and classes are made of the values that the service tells. */
export function ColouringFields({ datasetRef, entry, attributes, colouring, onColouring }: ColouringFieldsProps) {
  const queries = useQueryClient();
  const [way, setWay] = useState<Colouring['by']>(colouring.by);
  const reading = useMutation({
    mutationFn: (name: string) =>
      queries.fetchQuery(vectorValuesQuery(datasetRef, entry?.path ?? '', entry?.hash ?? null, name)),
    onSuccess: (values, name) => onColouring(way === 'category' ? categoriesOf(name, values) : classesOf(name, values)),
  });
  const offered = attributes.filter(({ isNumber }) => way !== 'graduated' || isNumber).map(({ name }) => name);
  const property = colouring.by === way && colouring.by !== 'single' ? colouring.property : null;

  return (
    <Stack gap="sm">
      <NativeSelect
        label={i18n.t('Colours')}
        data={[...WAYS]}
        value={way}
        onChange={({ currentTarget: { value } }) => {
          const next = WAYS.find((each) => each.value === value)?.value ?? 'single';
          setWay(next);
          if (next === 'single') onColouring({ by: 'single', colour: USUAL_COLOUR });
        }}
      />
      {way === 'single' && (
        <TextInput
          type="color"
          label={i18n.t('Colour')}
          value={colouring.by === 'single' ? colouring.colour : USUAL_COLOUR}
          onChange={({ currentTarget: { value } }) => onColouring({ by: 'single', colour: value.toLowerCase() })}
        />
      )}
      {way !== 'single' && (
        <Select
          label={i18n.t('Attribute')}
          placeholder={offered.length === 0 ? i18n.t('No attribute has numbers') : i18n.t('Choose one')}
          data={property === null || offered.includes(property) ? offered : [property, ...offered]}
          value={property}
          disabled={reading.isPending}
          onChange={(name) => {
            if (name !== null) reading.mutate(name);
          }}
        />
      )}
      {way === 'category' && colouring.by === 'category' && (
        <Text size="sm" c="dimmed">
          {i18n.t('{count} values have colours of their own. All others are grey.', { count: colouring.values.length })}
        </Text>
      )}
      {way === 'graduated' && colouring.by === 'graduated' && (
        <GraduatedFields datasetRef={datasetRef} entry={entry} colouring={colouring} onColouring={onColouring} />
      )}
      {reading.error !== null && <Problem title={i18n.t('The values could not be read')} error={reading.error} />}
    </Stack>
  );
}
