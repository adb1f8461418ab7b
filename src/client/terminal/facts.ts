/** Measures of a tool have more digits than anybody measured. */
const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 3, useGrouping: false });
/** Numbers below a thousandth keep what they say. */
const SMALL = new Intl.NumberFormat('en', { maximumSignificantDigits: 3, useGrouping: false });
/** Longest text of one value; a shape of ten thousand positions is nothing to read. */
const MOST = 500;

/**
 * What a tool found out, a value a line: `total.cut: 8441.369`. Values that stand in others have the names above before
 * theirs; what is nothing is left out. `--json` has all of it, with all digits.
 */
export function factLines(facts: Readonly<Record<string, unknown>>, above = ''): string[] {
  return Object.entries(facts).flatMap(([name, value]) => linesOf(`${above}${name}`, value));
}

function linesOf(name: string, value: unknown): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (isPart(value)) return factLines(value, `${name}.`);
  if (Array.isArray(value) && value.length > 0 && value.every(isPart))
    return value.flatMap((part, index) => factLines(part, `${name}.${index + 1}.`));
  return [`${name}: ${shortened(textOf(value))}`];
}

/** Has values of its own; a shape is one value. */
const isPart = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('coordinates' in value);

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return (Math.abs(value) < 0.001 ? SMALL : NUMBER).format(value);
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const shortened = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST)} …` : text);
