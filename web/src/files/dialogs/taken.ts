import { ApiError } from '../../api/api-error.ts';
import { MOST_NUMBERED, numberedPath } from '../entry-path.ts';
import { plain } from '../../format/plain.ts';
import { i18n } from '../../languages/i18n.ts';

/** The service says that something is at the destination already. */
export const isTaken = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

export const takenText = (name: string): string =>
  i18n.t('There is already something named “{name}” in this folder. Choose another name.', { name: plain(name) });

/** What to do when the name is taken: leave the entry where it is and say so, give it a number, or replace what is there. */
export type WhenTaken = 'tell' | 'number' | 'replace';

type Place = (to: string, overwrite: boolean) => Promise<unknown>;

/** Where an entry is now, and whether something that was there made way for it. */
export type Placed = { readonly to: string; readonly isReplacing: boolean };

/** Places an entry at a path, or, when that is taken and it may be numbered, at "a (2).tif" and so on, or instead of what is there. */
export async function placeWhere(place: Place, to: string, isFolder: boolean, whenTaken: WhenTaken): Promise<Placed> {
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? to : numberedPath(to, isFolder, number);
    try {
      await place(path, false);
      return { to: path, isReplacing: false };
    } catch (error) {
      if (whenTaken === 'tell' || !isTaken(error) || number === MOST_NUMBERED) throw error;
    }
    if (whenTaken === 'replace') {
      await place(path, true);
      return { to: path, isReplacing: true };
    }
  }
}
