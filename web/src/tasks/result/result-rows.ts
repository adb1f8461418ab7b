import { isRecord } from '../../format/value.ts';
import { formatFigure } from './figure.ts';
import { factRows } from './other-facts.ts';
import { TOLD_ELSEWHERE, TOOL_FACTS, type KnownFact, type ToolFacts } from './tool-facts.ts';

type Facts = Readonly<Record<string, unknown>>;
/** What a fact is called, and its value for people. */
export type ResultRow = readonly [name: string, value: string];

/** Facts of a tool for people: known facts with their names and units, in their order; then all others. */
export function resultRows(toolId: string, facts: Facts, ofTools: ToolFacts = TOOL_FACTS): readonly ResultRow[] {
  const known = Object.hasOwn(ofTools, toolId) ? ofTools[toolId]! : [];
  const told = new Set([...known.map(({ at }) => at), ...TOLD_ELSEWHERE]);
  return [...knownRows(known, facts), ...factRows(without(facts, told))];
}

/** Those of these facts that say something. */
export const knownRows = (known: readonly KnownFact[], facts: Facts): readonly ResultRow[] =>
  known.flatMap((fact) => {
    const text = textOf(fact, valueAt(facts, fact.at));
    return text === '' ? [] : [[fact.label, text] as const];
  });

/** '' for what says nothing. */
export function textOf({ unit, words, unlessZero, label }: KnownFact, value: unknown): string {
  if (unlessZero === true && value === 0) return '';
  if (typeof value === 'number') return formatFigure(value, unit);
  const [row] = factRows({ [label]: value });
  const text = row?.[1] ?? '';
  return words !== undefined && Object.hasOwn(words, text) ? words[text]! : text;
}

/** The value at "raised.volume"; undefined where there is none. */
export const valueAt = (facts: Facts, at: string): unknown =>
  at.split('.').reduce<unknown>((part, name) => (isRecord(part) ? part[name] : undefined), facts);

/** Facts without some, and without what has no others. */
function without(facts: Facts, told: ReadonlySet<string>, above = ''): Facts {
  const rest = Object.entries(facts).flatMap(([name, value]): (readonly [string, unknown])[] => {
    const at = `${above}${name}`;
    if (told.has(at)) return [];
    if (!isRecord(value)) return [[name, value]];
    const part = without(value, told, `${at}.`);
    return Object.keys(part).length === 0 ? [] : [[name, part]];
  });
  return Object.fromEntries(rest);
}
