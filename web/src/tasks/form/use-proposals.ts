import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Drafts, Field } from './fields.ts';
import { useMemo } from 'react';
import { freePathQuery } from './free-path.ts';
import { proposalOf } from './proposal.ts';

/** A pause in typing after which it is asked whether a path is free. */
const PAUSE_MS = 200;

/**
 * What a form proposes for the path of a new file: named after what goes in, and free unless it is to replace what is there.
 *
 * @param drafts as they were filled in; a field that was filled in by hand has no proposal
 */
export function useProposals(
  ref: DatasetRef,
  fields: readonly Field[],
  drafts: Drafts,
  touched: ReadonlySet<string>,
): Drafts {
  const field = fields.find(({ schema }) => schema['x-proposal'] !== undefined);
  const template = field?.schema['x-proposal'];
  const wanted = template === undefined ? null : proposalOf(template, fields, drafts);
  const [asked] = useDebouncedValue(wanted, PAUSE_MS);
  const isOpen = field !== undefined && !touched.has(field.name);
  // The name of a download takes the place of nothing.
  const replaces = drafts['replace'] === true || field?.schema['x-input'] !== 'output-path';
  const free = useQuery({
    ...freePathQuery(ref, asked ?? ''),
    enabled: isOpen && asked !== null && !replaces,
  });
  const isKnown = asked === wanted && free.data !== undefined;
  const name = isOpen && wanted !== null ? field.name : null;
  const value = isKnown && !replaces ? (free.data ?? wanted) : wanted;
  return useMemo(() => (name === null || value === null ? {} : { [name]: value }), [name, value]);
}
