import { i18n } from '../languages/i18n.ts';

/** The tool of builds in the list of tasks. */
export const BUILD_TOOL = 'build';

type Cleared = {
  /** Only tasks of this tool; '' for all. */
  readonly tool: string;
  /** Tasks of this tool stay; '' for none. */
  readonly without: string;
};

/** What goes when the list is cleared, which cannot be undone. */
export const clearWarning = ({ tool, without }: Cleared): string =>
  without === '' && (tool === '' || tool === BUILD_TOOL)
    ? i18n.t(
        'Builds that have ended, results to download and logs go as well. Files that tasks wrote stay, and cannot be undone any more.',
      )
    : i18n.t('Results to download and logs go as well. Files that tasks wrote stay, and cannot be undone any more.');
