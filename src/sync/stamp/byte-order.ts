/** Orders texts by the bytes of their UTF-8, as the database does. JavaScript's own order differs beyond U+FFFF. */
export function compareBytes(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const difference = rank(left.charCodeAt(at)) - rank(right.charCodeAt(at));
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Halves of characters beyond U+FFFF come behind all others in UTF-8, before U+E000 to U+FFFF in UTF-16. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
