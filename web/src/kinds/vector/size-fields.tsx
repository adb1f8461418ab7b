import { Slider, Text } from '@mantine/core';
import { useId } from 'react';
import { LIMITS, type VectorLook } from './look/vector-look.ts';
import { i18n } from '../../languages/i18n.ts';

type SizeFieldsProps = { readonly look: VectorLook; readonly onLook: (change: Partial<VectorLook>) => void };

const FIELDS = [
  { name: 'fill', label: i18n.t('Fill opacity'), step: 5, unit: ' %' },
  { name: 'line', label: i18n.t('Line width'), step: 0.5, unit: ' px' },
  { name: 'point', label: i18n.t('Point size'), step: 1, unit: ' px' },
] as const;

/** How much of areas is filled, how wide lines and how large points are. */
export const SizeFields = ({ look, onLook }: SizeFieldsProps) => (
  <>
    {FIELDS.map((field) => (
      <SizeField
        key={field.name}
        {...field}
        value={look[field.name]}
        onChange={(value) => onLook({ [field.name]: value })}
      />
    ))}
  </>
);

type SizeFieldProps = (typeof FIELDS)[number] & { readonly value: number; readonly onChange: (value: number) => void };

function SizeField({ name, label, step, unit, value, onChange }: SizeFieldProps) {
  const id = useId();
  const [min, max] = LIMITS[name];
  return (
    <div>
      <Text size="sm" id={id}>
        {label}
      </Text>
      <Slider
        value={value}
        min={min}
        max={max}
        step={step}
        label={(shown) => `${shown}${unit}`}
        thumbProps={{ 'aria-labelledby': id }}
        onChange={onChange}
      />
    </div>
  );
}
