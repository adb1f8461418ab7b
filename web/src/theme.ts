import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** The petrol of a surveyor's lacquered brass box; shades 6 and 7 carry white text. */
const petrol: MantineColorsTuple = [
  '#e8f6f5',
  '#d0ebe9',
  '#a3d8d4',
  '#73c3bd',
  '#4bb0a9',
  '#2d9d95',
  '#157f78',
  '#0c6b65',
  '#095a55',
  '#064844',
];

/** Darker than Mantine's red, so that white on it and it on white can be read. */
const red: MantineColorsTuple = [
  '#fdecea',
  '#f9d5d1',
  '#f2aba3',
  '#ea7f73',
  '#e25a4b',
  '#d6402f',
  '#c5301f',
  '#b42318',
  '#941c13',
  '#77160f',
];

/** Mantine's greys of the dark scheme, with a touch of the same green. */
const dark: MantineColorsTuple = [
  '#d3dcd9',
  '#b6c3bf',
  '#8b9b96',
  '#5f706b',
  '#33413e',
  '#26332f',
  '#1a2524',
  '#111a18',
  '#0c1312',
  '#070c0b',
];

export const theme = createTheme({
  primaryColor: 'petrol',
  colors: { petrol, red, dark },
  // White text on either keeps more than 4.5:1.
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  headings: { fontWeight: '650' },
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // The placeholder would be a focusable child of the menu that is no menu item.
    // One that fits neither below nor above its button lies over it: none of its items is off the screen.
    Menu: {
      defaultProps: { withInitialFocusPlaceholder: false, middlewares: { shift: { crossAxis: true } } },
    },
    // Each is a <header> outside of any section, so to screen readers it would be the head of the whole page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
  },
});

/** Colours of text and surfaces; the soft ink keeps 4.5:1 on every surface it is used on. `control` is
 * the border of an empty box: 3:1 is the least at which it is seen. */
export const colors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
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
  },
  dark: {
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
  },
});
