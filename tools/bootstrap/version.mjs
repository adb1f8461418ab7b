/**
 * Order of two version strings by their numbers ("v24.3.0" and "24.3" are accepted; a missing part counts as 0; anything
 * after the numbers, such as "-rc.1", is not compared).
 * @param {string} left
 * @param {string} right
 * @returns {number} negative, zero or positive
 */
export function compareVersions(left, right) {
  const [a, b] = [numbersOf(left), numbersOf(right)];
  for (let part = 0; part < Math.max(a.length, b.length); part += 1) {
    const difference = (a[part] ?? 0) - (b[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** @param {string} version @returns {number[]} */
function numbersOf(version) {
  const match = /^v?(\d+(?:\.\d+)*)/.exec(version.trim());
  if (!match?.[1]) throw new Error(`"${version}" is not a version.`);
  return match[1].split('.').map(Number);
}
