import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import type { Position } from '../../map/drawing/drawing.ts';
import { boxTextOf, cornersOf } from './box-text.ts';
import { DrawingField, type Ground } from './drawing-field.tsx';
import { i18n } from '../../languages/i18n.ts';

type BoxInputProps = Omit<TextInputProps, 'onChange' | 'value' | 'label'> & {
  readonly ground: Ground;
  readonly label: string;
  /** West, south, east, north. */
  readonly value: string;
  readonly onChange: (text: string) => void;
};

/** A box, typed or drawn. */
export function BoxInput({ ground, label, value, onChange, ...input }: BoxInputProps) {
  /** One corner is no box yet, and the text has none. */
  const [first, setFirst] = useState<Position | null>(null);
  const draw = (positions: readonly Position[]): void => {
    const [only = null] = positions;
    setFirst(positions.length === 1 ? only : null);
    onChange(positions.length < 2 ? '' : boxTextOf(positions));
  };
  return (
    <div className="al-drawn-field">
      <TextInput
        {...input}
        label={label}
        placeholder={i18n.t('West, south, east, north in degrees')}
        value={value}
        onChange={(event) => {
          setFirst(null);
          onChange(event.currentTarget.value);
        }}
      />
      <DrawingField
        {...{ ground, label, kind: 'box', locked: false, onChange: draw }}
        positions={first === null ? cornersOf(value) : [first]}
      />
    </div>
  );
}
