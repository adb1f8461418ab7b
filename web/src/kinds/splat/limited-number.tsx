import { pointed } from '../../format/decimal.ts';
import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';
import { formatAmount } from '../../format/value.ts';
import { i18n } from '../../languages/i18n.ts';

type LimitedNumberProps = Omit<NumberInputProps, 'value' | 'min' | 'max' | 'onChange' | 'onBlur' | 'error'> & {
  readonly value: number | '';
  readonly limits: readonly [min: number, max: number];
  /** True if the field may be empty. */
  readonly isOptional?: boolean;
  /** Null for an empty field. */
  readonly onValue: (value: number | null) => void;
};

/**
 * A number within limits. Numbers outside of them are not used: the first digits of a number may be below the minimum. They are an
 * error once the field is left.
 */
export function LimitedNumber({
  value,
  limits: [min, max],
  isOptional = false,
  onValue,
  ...input
}: LimitedNumberProps) {
  /** The value that was used when the field was left with a wrong one. */
  const [usedInstead, setUsedInstead] = useState<number | '' | null>(null);
  const isRight = (typed: number | string): boolean =>
    typed === '' ? isOptional : typeof typed === 'number' && typed >= min && typed <= max;
  return (
    <NumberInput
      {...input}
      value={value}
      min={min}
      max={max}
      error={
        usedInstead === value &&
        i18n.t('Enter a number from {min} to {max}.', { min: formatAmount(min, 4), max: formatAmount(max, 0) })
      }
      onChange={(typed) => {
        if (!isRight(typed)) return;
        setUsedInstead(null);
        onValue(typed === '' ? null : (typed as number));
      }}
      onBlur={({ currentTarget: { value: text } }) =>
        setUsedInstead(isRight(text === '' ? '' : Number(pointed(text))) ? null : value)
      }
    />
  );
}
