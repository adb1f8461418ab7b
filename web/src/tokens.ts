/** The looks of the pages as values: docs/design.md says what each is for, and a test compares it with them. */

/** Names of sizes that components take, and `--al-space-*`. */
export const SPACES = { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' } as const;

/** Names that components take, and `--al-radius-*`: small marks, controls, cards and windows, what lies over the page. */
export const RADII = { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' } as const;

/** In rem: they grow with the text size that a person has set in the browser. */
export const TEXT_SIZES = { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' } as const;

export const HEADINGS = {
  h1: { fontSize: '2rem', lineHeight: '1.2' },
  h2: { fontSize: '1.625rem', lineHeight: '1.25' },
  h3: { fontSize: '1.25rem', lineHeight: '1.3' },
  h4: { fontSize: '1.125rem', lineHeight: '1.35' },
} as const;

/** What is the same in light and dark. */
export const SIZES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(SPACES).map(([name, size]) => [`--al-space-${name}`, size])),
  ...Object.fromEntries(Object.entries(RADII).map(([name, size]) => [`--al-radius-${name}`, size])),
};

/** Colours of text and surfaces. `control` is the border of an empty box. */
export const LIGHT = {
  '--mantine-color-body': '#f5f7f5',
  '--mantine-color-text': '#14201e',
  '--mantine-color-dimmed': '#50605d',
  '--mantine-color-placeholder': '#64736f',
  '--mantine-color-default': '#ffffff',
  '--mantine-color-default-border': '#ccd5d1',
  '--mantine-color-error': '#b42318',
  '--mantine-color-anchor': '#0a5f5a',
  '--al-control': '#7b8a86',
  '--al-surface': '#ffffff',
  '--al-sunken': '#ecf0ed',
  '--al-line': '#dde3e0',
  '--al-hover': '#eef4f2',
  '--al-chosen': '#dcefec',
  '--al-contour': '#b9d4cf',
  '--al-signal': '#a8430c',
  '--al-signal-surface': '#fdf0e6',
  '--al-map': '#dfe6e2',
  '--al-shadow': '0 1px 2px rgb(20 32 30 / 8%), 0 6px 20px rgb(20 32 30 / 8%)',
} as const;

export const DARK = {
  '--mantine-color-body': '#0e1514',
  '--mantine-color-text': '#e4ebe9',
  '--mantine-color-dimmed': '#9dafab',
  '--mantine-color-placeholder': '#879994',
  '--mantine-color-default': '#17201f',
  '--mantine-color-default-border': '#33413e',
  '--mantine-color-error': '#ff9d92',
  '--mantine-color-anchor': '#73c3bd',
  '--al-control': '#70827d',
  '--al-surface': '#151d1c',
  '--al-sunken': '#101817',
  '--al-line': '#263230',
  '--al-hover': '#1b2625',
  '--al-chosen': '#17332f',
  '--al-contour': '#2d4a46',
  '--al-signal': '#ffb38a',
  '--al-signal-surface': '#2b1d14',
  '--al-map': '#1a2422',
  '--al-shadow': '0 1px 2px rgb(0 0 0 / 50%), 0 6px 20px rgb(0 0 0 / 40%)',
} as const satisfies Record<keyof typeof LIGHT, string>;
