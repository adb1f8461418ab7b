/**
 * Short name of a text, so that a catalogue does not hold it in English, too.
 *
 * @param slots how many names there are; the build chooses a number with which each text has one of its own
 */
export function keyOf(text: string, slots: number): string {
  let key = 0;
  for (let at = 0; at < text.length; at += 1) key = (Math.imul(key, 31) + text.charCodeAt(at)) >>> 0;
  return (key % slots).toString(36);
}
