/** Units of heights that a caller may name, in metres. */
export const HEIGHT_UNITS = { metre: 1, foot: 0.3048, 'us-survey-foot': 1200 / 3937 } as const;
export type HeightUnit = keyof typeof HEIGHT_UNITS;

/** Metres in the unit of heights that a band names; null where it names none, or none of heights. */
export function metresPerUnit(name: string): number | null {
  const named = name.trim().toLowerCase();
  if (/^(m|metre|meter|metres|meters)$/.test(named)) return HEIGHT_UNITS.metre;
  if (/us[ -_]?survey|us-?ft|ftus|survey foot/.test(named)) return HEIGHT_UNITS['us-survey-foot'];
  return /^(ft|foot|feet|international foot)$/.test(named) ? HEIGHT_UNITS.foot : null;
}
