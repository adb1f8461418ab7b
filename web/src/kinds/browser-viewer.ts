import { NO_VIEW, type Kind, type Viewer } from './kind.ts';

const BROWSER_TAB: Viewer = { opens: 'tab' };

/** Viewer of files that browsers show by themselves. They go by the name, and cannot show TIFF and DNG. */
export const browserViewer: NonNullable<Kind['viewer']> = ({ path }) =>
  /\.(tiff?|dng)$/i.test(path) ? NO_VIEW : BROWSER_TAB;
