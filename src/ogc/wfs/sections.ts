import type { Kvp } from '../kvp.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';

/** Parts of the capabilities that can be asked for alone. */
const SECTIONS = [
  'ServiceIdentification',
  'ServiceProvider',
  'OperationsMetadata',
  'FeatureTypeList',
  'Filter_Capabilities',
] as const;
export type Section = (typeof SECTIONS)[number];

/** @throws InvalidParameterValue for a part that does not exist */
export function readSections(kvp: Kvp): ReadonlySet<Section> {
  const names = (kvp.list('sections') ?? []).filter((name) => name !== '');
  const isAll = names.length === 0 || names.some((name) => name.toLowerCase() === 'all');
  const found = names.map((name) => SECTIONS.find((section) => section.toLowerCase() === name.toLowerCase()));
  const unknown = names.find((name, at) => found[at] === undefined && name.toLowerCase() !== 'all');
  if (unknown !== undefined)
    throw failOgc('InvalidParameterValue', `The capabilities have no section ${quoteInput(unknown)}.`, 'sections');
  return new Set(isAll ? SECTIONS : found.filter((section) => section !== undefined));
}
