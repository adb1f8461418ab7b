/** The opacity as the address has it: a whole percentage, left out when full. */
export function parseOpacity(text: string | undefined): number {
  if (text === undefined || !/^\d{1,3}$/.test(text)) return 100;
  return Math.min(100, Number(text));
}

export const formatOpacity = (percent: number): string | undefined =>
  percent >= 100 ? undefined : String(Math.max(0, Math.round(percent)));
