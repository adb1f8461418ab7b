import { DECIMAL, pointed } from '../../format/decimal.ts';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { Feature, Measurement } from '../model/measurement.ts';
import { storedVolume } from '../model/stored-heights.ts';
import { BASES, type VolumeBase } from '../model/volume-base.ts';
import { useTyped } from './use-typed.ts';
import { i18n } from '../../languages/i18n.ts';

export type VolumeFieldsProps = {
  readonly feature: Feature;
  readonly measurement: Measurement;
  readonly onChange: (feature: Feature, properties: Readonly<Record<string, unknown>>) => void;
  /** Opens the form of the report; null where the service has no such tool, or tasks cannot be started. */
  readonly tools: { readonly onReport: ((measurement: Measurement, feature: Feature) => void) | null };
};

/** What a volume is measured against, and the report of it. */
export function VolumeFields({ feature, measurement, onChange, tools: { onReport } }: VolumeFieldsProps) {
  const { base } = measurement;
  const volume = storedVolume(feature.properties);
  const setBase = (next: VolumeBase): void => onChange(feature, { base: next, volume: undefined });
  const height = useTyped(base.kind === 'elevation' ? String(base.elevation).replace('.', DECIMAL) : '', (typed) => {
    const elevation = Number(pointed(typed));
    if (typed !== '' && Number.isFinite(elevation)) setBase({ kind: 'elevation', elevation });
  });
  return (
    <>
      <NativeSelect
        label={i18n.t('Measured against')}
        value={base.kind}
        data={Object.entries(BASES).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget: { value } }) => {
          if (value === 'lowest' || value === 'average' || value === 'plane') setBase({ kind: value });
          else setBase({ kind: 'elevation', elevation: Number((volume?.baseHeight ?? 0).toFixed(2)) });
        }}
      />
      {base.kind === 'elevation' && (
        <TextInput label={i18n.t('Height of the base (m)')} inputMode="decimal" {...height} />
      )}
      {onReport !== null && (
        <Button size="xs" variant="default" onClick={() => onReport(measurement, feature)}>
          {i18n.t('Make report')}
        </Button>
      )}
    </>
  );
}
