/** What is drawn beside the points of photos and videos. */
export type PlaceLook = { readonly path: boolean; readonly direction: boolean; readonly footprints: boolean };

export const USUAL_PLACE_LOOK: PlaceLook = { path: true, direction: true, footprints: false };

const WORDS: Readonly<Record<string, Partial<PlaceLook>>> = {
  'no-path': { path: false },
  'no-direction': { direction: false },
  footprints: { footprints: true },
};

/** "no-path footprints"; '' is the usual look. */
export const formatPlaceLook = (look: PlaceLook): string =>
  [look.path ? [] : 'no-path', look.direction ? [] : 'no-direction', look.footprints ? 'footprints' : []]
    .flat()
    .join(' ');

/** The look that a text says; null for one that says none. */
export function parsePlaceLook(text: string): PlaceLook | null {
  if (text === '') return USUAL_PLACE_LOOK;
  const words = text.split(' ');
  const areKnown = words.every((word) => Object.hasOwn(WORDS, word)) && new Set(words).size === words.length;
  return areKnown ? Object.assign({}, USUAL_PLACE_LOOK, ...words.map((word) => WORDS[word])) : null;
}
