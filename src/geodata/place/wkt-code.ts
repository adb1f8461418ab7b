/**
 * The code of a CRS in its WKT, of the horizontal part where there are several: `EPSG:25832`.
 *
 * @returns null where the text names none; codes of its parts, such as the ellipsoid, are none of it
 */
export function horizontalCode(wkt: string): string | null {
  const whole = nodeAt(wkt, 0);
  if (whole === undefined) return null;
  const isCompound = /^COMPD_?CRS|^COMPD_CS|^COMPOUNDCRS/i.test(whole.name);
  const system = isCompound ? whole.children.find(({ name }) => /^(?:PROJ|GEOG|GEOD|GEOC)/i.test(name)) : whole;
  const code = system?.children.findLast(({ name }) => /^(?:AUTHORITY|ID)$/i.test(name));
  const [, authority, number] = /^\w+\s*[[(]\s*"(\w+)"\s*,\s*"?(\d+)"?\s*[\])]/.exec(code?.text ?? '') ?? [];
  return authority === undefined ? null : `${authority.toUpperCase()}:${number}`;
}

interface WktNode {
  readonly name: string;
  readonly text: string;
  readonly children: readonly WktNode[];
}

/** Deeper parts are of no interest, and a text of brackets alone must not end the stack. */
const MAX_DEPTH = 3;

/** The node that begins at a place, with the nodes in it. */
function nodeAt(wkt: string, start: number, depth = 0): WktNode | undefined {
  const name = /^\s*([A-Z_][A-Z0-9_]*)\s*[[(]/i.exec(wkt.slice(start, start + 100));
  if (name === null) return undefined;
  const children: WktNode[] = [];
  let at = start + name[0].length;
  for (let open = 1; open > 0; at += 1) {
    if (at >= wkt.length) return undefined;
    const sign = wkt[at]!;
    if (sign === '"') {
      const end = wkt.indexOf('"', at + 1);
      if (end < 0) return undefined;
      at = end;
    } else if (sign === '[' || sign === '(') open += 1;
    else if (sign === ']' || sign === ')') open -= 1;
    else if (open === 1 && depth < MAX_DEPTH && sign === ',') {
      const child = nodeAt(wkt, at + 1, depth + 1);
      if (child === undefined) continue;
      children.push(child);
      at += child.text.length;
    }
  }
  return { name: name[1]!, text: wkt.slice(start, at), children };
}
