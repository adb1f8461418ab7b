import type { FileFacts } from './file-facts.ts';

/** What the properties of an entry may take as JSON: ten thousand entries are listed in one answer. */
export const MAX_PROPERTY_BYTES = 64 * 1024;
/** Characters of a warning that has to be cut. */
const MAX_WARNING = 2000;

/**
 * Facts whose properties are no longer than MAX_PROPERTY_BYTES: the longest lists go first, then the longest of everything
 * else, and the warning says so. Facts that are short enough are returned as they are.
 */
export function boundedFacts(facts: FileFacts): FileFacts {
  if (bytesOf(facts.properties) <= MAX_PROPERTY_BYTES) return facts;
  const { warning, ...properties } = structuredClone(facts.properties) as Record<string, unknown>;
  const said = typeof warning === 'string' ? [warning.toWellFormed().slice(0, MAX_WARNING)] : [];
  said.push('It tells more than is kept of a file: what was too long was left out.');
  // The text of the warning has its own bound: three bytes a character at most.
  const most = MAX_PROPERTY_BYTES - 4 * MAX_WARNING;
  for (const part of [...listsOf(properties).sort(byBytes), ...membersOf(properties).sort(byBytes)]) {
    if (bytesOf(properties) <= most) break;
    Reflect.deleteProperty(part.holder, part.name);
  }
  return { ...facts, properties: { ...properties, warning: said.join(' ').toWellFormed() } };
}

interface Part {
  readonly holder: Record<string, unknown>;
  readonly name: string;
  readonly bytes: number;
}

const byBytes = (a: Part, b: Part): number => b.bytes - a.bytes;
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

const membersOf = (holder: Record<string, unknown>): Part[] =>
  Object.entries(holder).map(([name, value]) => ({ holder, name, bytes: bytesOf(value) }));

/** Lists at any depth, but not those in lists. */
function listsOf(holder: Record<string, unknown>): Part[] {
  return membersOf(holder).flatMap((part) => {
    const value = holder[part.name];
    if (Array.isArray(value)) return [part];
    return typeof value === 'object' && value !== null ? listsOf(value as Record<string, unknown>) : [];
  });
}
