import type { AccessToken } from '../api/tokens.ts';
import { plain } from '../format/plain.ts';
import { i18n } from '../languages/i18n.ts';

type Facts = Pick<AccessToken, 'path' | 'view' | 'downloads' | 'hasPassword' | 'frames' | 'userName'>;

/** What a link opens and how it is limited, in a few words: "only maps, no downloads, with a password, made by anna". */
export const linkFacts = ({ path, view, downloads, hasPassword, frames, userName }: Facts): string =>
  [
    path === null ? '' : i18n.t('only {path}', { path: plain(path) }),
    view === null ? '' : i18n.t('opened at a view'),
    downloads ? '' : i18n.t('no downloads'),
    hasPassword ? i18n.t('with a password') : '',
    frames.length === 0 ? '' : i18n.t('embedded by {frames}', { frames: frames.join(', ') }),
    i18n.t('made by {userName}', { userName }),
  ]
    .filter((words) => words !== '')
    .join(', ');
