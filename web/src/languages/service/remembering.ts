/** Texts that are kept, and the letters of the longest of them: anybody may choose what is in a text. */
const MOST_TEXTS = 1000;
const MOST_LETTERS = 1000;

/** The same, with what was made of the last texts: thousands of entries have the same problem, at each poll. */
export function remembering(make: (text: string) => string): (text: string) => string {
  const made = new Map<string, string>();
  return (text) => {
    if (text.length > MOST_LETTERS) return make(text);
    const known = made.get(text) ?? make(text);
    // What is used is young again, so that the oldest goes.
    made.delete(text);
    made.set(text, known);
    for (const oldest of made.keys()) {
      if (made.size <= MOST_TEXTS) break;
      made.delete(oldest);
    }
    return known;
  };
}
