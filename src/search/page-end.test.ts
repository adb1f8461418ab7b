import { expect, it } from 'vitest';
import { MATCHES } from './found.ts';
import { readPageEnd, writePageEnd } from './page-end.ts';

const END = { kind: 'file', rank: 0, id: '00000000-0000-4000-8000-000000000001', name: 'a b', path: 'x/a b' } as const;

it('reads where a page ends, of every rank that there is', () => {
  for (const rank of MATCHES.keys()) expect(readPageEnd(writePageEnd({ ...END, rank }))).toEqual({ ...END, rank });
});

it('refuses what no page ends with', () => {
  const changes = [
    ...[-1, MATCHES.length, 0.5, Number.NaN].map((rank) => ({ rank })),
    { kind: 'user' as 'file' },
    { id: 'x' },
    { name: '\0' },
    { path: '\ud800' },
  ];
  for (const change of changes)
    expect(() => readPageEnd(writePageEnd({ ...END, ...change }))).toThrow(/^after is none of this service/);
});
