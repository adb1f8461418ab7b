import { NativeSelect, NumberInput, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { vectorValuesQuery } from '../../api/vector-values.ts';
import { Problem } from '../../parts/problem.tsx';
import { classBreaks, type ClassMethod, FEWEST_CLASSES, MOST_CLASSES } from './look/class-breaks.ts';
import { isRamp } from './look/colours.ts';
import type { Colouring } from './look/vector-look.ts';
import { i18n } from '../../languages/i18n.ts';

type Graduated = Extract<Colouring, { by: 'graduated' }>;

type GraduatedFieldsProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry | null;
  readonly colouring: Graduated;
  readonly onColouring: (colouring: Colouring) => void;
};

const METHODS = [
  { value: 'quantiles', label: i18n.t('Quantiles') },
  { value: 'equal', label: i18n.t('Equal intervals') },
] as const;

const RAMP_NAMES = [
  { value: 'viridis', label: i18n.t('Viridis') },
  { value: 'magma', label: i18n.t('Magma') },
  { value: 'blues', label: i18n.t('Blues') },
  { value: 'red-green', label: i18n.t('Red to green') },
  { value: 'red-blue', label: i18n.t('Red to blue') },
] as const;

/** How many classes there are, how they are made and their colours. */
export function GraduatedFields({ datasetRef, entry, colouring, onColouring }: GraduatedFieldsProps) {
  const values = useQuery(vectorValuesQuery(datasetRef, entry?.path ?? '', entry?.hash ?? null, colouring.property));
  if (values.isPending) return <Skeleton height={120} />;
  if (values.error !== null) return <Problem title={i18n.t('The values could not be read')} error={values.error} />;
  const { quantiles } = values.data;
  const make = (classes: number, method: ClassMethod): void =>
    onColouring({ ...colouring, method, breaks: classBreaks(quantiles, classes, method) });
  const classes = Math.max(FEWEST_CLASSES, colouring.breaks.length - 1);
  return (
    <>
      <NumberInput
        label={i18n.t('Classes')}
        min={FEWEST_CLASSES}
        max={MOST_CLASSES}
        allowDecimal={false}
        clampBehavior="strict"
        value={classes}
        onChange={(next) => {
          if (typeof next === 'number' && next >= FEWEST_CLASSES) make(next, colouring.method);
        }}
      />
      <NativeSelect
        label={i18n.t('Method')}
        data={[...METHODS]}
        value={colouring.method}
        onChange={({ currentTarget: { value } }) => make(classes, value === 'equal' ? 'equal' : 'quantiles')}
      />
      <NativeSelect
        label={i18n.t('Ramp')}
        data={[...RAMP_NAMES]}
        value={colouring.ramp}
        onChange={({ currentTarget: { value } }) => {
          if (isRamp(value)) onColouring({ ...colouring, ramp: value });
        }}
      />
    </>
  );
}
