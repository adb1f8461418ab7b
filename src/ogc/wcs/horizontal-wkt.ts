/** The plane of a CRS with heights (`COMPD_CS`, `COMPOUNDCRS`), else the text itself. */
export function horizontalWkt(wkt: string): string {
  const start = /^\s*(?:COMPD_CS|COMPOUNDCRS)\s*\[\s*"[^"]*"\s*,\s*/.exec(wkt)?.[0].length;
  if (start === undefined) return wkt;
  let [depth, isQuoted] = [0, false];
  for (let at = start; at < wkt.length; at += 1) {
    const character = wkt[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '[') depth += 1;
    else if (character === ']' && (depth -= 1) === 0) return wkt.slice(start, at + 1);
  }
  return wkt;
}
