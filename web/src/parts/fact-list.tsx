import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { plainLines } from '../format/plain.ts';

type FactListProps = { readonly facts: readonly (readonly [name: string, value: ReactNode])[] };

/** Names and what they stand for. */
export const FactList = ({ facts }: FactListProps) => (
  <dl className="al-facts">
    {facts.map(([name, value], index) => (
      // Two facts may have the same name.
      <div key={index}>
        <Text component="dt" size="sm" c="dimmed">
          {name}
        </Text>
        <Text component="dd" className="al-break">
          {typeof value === 'string' ? plainLines(value) : value}
        </Text>
      </div>
    ))}
  </dl>
);
