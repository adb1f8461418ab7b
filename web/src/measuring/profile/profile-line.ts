import type { Profile } from '../heights/height-port.ts';

/** A line of the chart. */
export type ProfileLine = {
  readonly path: string;
  readonly title: string;
  readonly profile: Profile;
  readonly colour: string;
  /** As SVG takes it: colours alone tell nothing. */
  readonly dash: string;
};

const LOOKS = [
  { colour: 'var(--mantine-color-anchor)', dash: 'none' },
  { colour: 'var(--al-signal)', dash: '7 3' },
  { colour: '#8e5bd0', dash: '2 3' },
  { colour: '#2f7fe0', dash: '9 3 2 3' },
] as const;

/** How the n-th line is drawn. */
export const lookOfLine = (at: number): (typeof LOOKS)[number] => LOOKS[at % LOOKS.length] ?? LOOKS[0];
