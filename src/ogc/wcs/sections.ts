import { failOgc, quoteInput } from '../ogc-error.ts';
import type { Kvp } from '../kvp.ts';

/** Which parts of the capabilities are wanted: all unless SECTIONS says. @throws InvalidParameterValue */
export function readSections(kvp: Kvp, known: readonly string[]): (name: string) => boolean {
  const wanted = kvp.list('sections')?.filter((name) => name !== '') ?? [];
  for (const name of wanted)
    if (!isAll(name) && !known.includes(name))
      throw failOgc(
        'InvalidParameterValue',
        `There is no section ${quoteInput(name)}: ${known.join(', ')}.`,
        'sections',
      );
  return (name) => wanted.length === 0 || wanted.some(isAll) || wanted.includes(name);
}

/** Clients write it in any case of letters. */
const isAll = (name: string): boolean => name.toLowerCase() === 'all';
