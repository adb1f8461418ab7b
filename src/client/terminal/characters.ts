const segmenter = new Intl.Segmenter();

/** A text as the characters that a reader sees, each of which takes a place on the line. */
export function characters(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
