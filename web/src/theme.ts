import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { DECIMAL } from './format/decimal.ts';
import { DARK, HEADINGS, LIGHT, RADII, SIZES, SPACES, TEXT_SIZES } from './tokens.ts';

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
  radius: RADII,
  spacing: SPACES,
  fontSizes: TEXT_SIZES,
  // Shipped with the pages: styles/fonts.css.
  fontFamily: '"Noto Sans", system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  headings: { fontWeight: '600', sizes: HEADINGS },
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    NumberInput: { defaultProps: { decimalSeparator: DECIMAL } },
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

/** Colours and sizes as CSS variables, for the styles of these pages. */
export const colors: CSSVariablesResolver = () => ({ variables: SIZES, light: LIGHT, dark: DARK });
