import type { SpatialPlace } from '../geodata/place/place.ts';
import type { Candidate, Signature } from './candidate.ts';
import { contentFault, isTooLarge } from './content-fault.ts';
import type { EntryType } from './entry-type.ts';
import { type FileFacts, genericFacts, unplacedFacts } from './file-facts.ts';

/** Facts of something in space, with its place on Earth when it has one. Problems become one `warning`. */
export function spatialFacts(
  type: EntryType,
  properties: Readonly<Record<string, unknown>>,
  place: SpatialPlace | null,
  problems: readonly string[],
): FileFacts {
  const facts = unplacedFacts(type, properties, problems.length === 0 ? undefined : problems.join(' '));
  return { ...facts, ...geometriesOf(place) };
}

/** A place as an entry has it. */
export function geometriesOf(place: SpatialPlace | null): Pick<FileFacts, 'pointGeometry' | 'polygonGeometry'> {
  if (place === null) return { pointGeometry: null, polygonGeometry: null };
  return {
    pointGeometry: { type: 'Point', coordinates: place.centre },
    polygonGeometry: { type: 'Polygon', coordinates: [place.ring] },
  };
}

/** Facts of a file that cannot be what its name says by its first bytes; null when it can. */
export function mismatch(candidate: Candidate, contents: readonly (Signature | null)[]): FileFacts | null {
  if (candidate.size === 0) return genericFacts('The file is empty.');
  if (contents.includes(candidate.signature)) return null;
  return genericFacts(`The content of this file is not what its name (.${candidate.extension}) says.`);
}

/**
 * Facts of a file that could not be read as what it should be: Generic, or of its type when it was only too large to be
 * looked at. Throws what is not the file's fault.
 */
export function unreadable(error: unknown, type: EntryType, noun: string): FileFacts {
  const warning = `This file cannot be read as ${noun}. ${contentFault(error)}`;
  return isTooLarge(error) ? unplacedFacts(type, {}, warning) : genericFacts(warning);
}
