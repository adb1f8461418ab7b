/** A part of a catalogue; null where it did not come. */
type Part<Text> = Readonly<Record<string, Text>> | null;

/** Pauses before the parts that have not come are asked for while the page has nothing else to do. */
const PAUSES_MS = [1000, 10_000, 60_000];

/**
 * Texts in parts: those behind the first are for pages that are opened later. They come by themselves soon after it; a page that is
 * opened sooner waits for them, once: on a dead line, to wait for each text would block the tab.
 * @param texts of the first part; the others are added to it
 */
export function inParts<Text>(texts: Record<string, Text>, others: readonly string[]) {
  const missing = new Set(others);
  const unread = new Set(others);
  const add = (address: string, part: Part<Text>): void => {
    if (part !== null && missing.delete(address)) Object.assign(texts, part);
  };
  return {
    /** @param readNow reads a part, and everything waits for it */
    textOf(key: string, readNow: (address: string) => Part<Text>): Text | undefined {
      for (const address of unread) {
        if (texts[key] !== undefined) break;
        unread.delete(address);
        if (missing.has(address)) add(address, readNow(address));
      }
      return texts[key];
    },
    async readAhead(read: (address: string) => Promise<Part<Text>>, pauses = PAUSES_MS): Promise<void> {
      for (const pause of pauses) {
        if (missing.size === 0) return;
        await new Promise((resolve) => setTimeout(resolve, pause));
        for (const address of missing) add(address, await read(address));
      }
    },
  };
}
