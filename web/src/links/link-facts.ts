import type { AccessToken } from '../api/tokens.ts';
import { plain } from '../format/plain.ts';

type Facts = Pick<AccessToken, 'path' | 'view' | 'downloads' | 'hasPassword' | 'frames' | 'userName'>;

/** What a link opens and how it is limited, in a few words: "only maps, no downloads, with a password, made by anna". */
export const linkFacts = ({ path, view, downloads, hasPassword, frames, userName }: Facts): string =>
  [
    path === null ? '' : `only ${plain(path)}`,
    view === null ? '' : 'opened at a view',
    downloads ? '' : 'no downloads',
    hasPassword ? 'with a password' : '',
    frames.length === 0 ? '' : `embedded by ${frames.join(', ')}`,
    `made by ${userName}`,
  ]
    .filter((words) => words !== '')
    .join(', ');
