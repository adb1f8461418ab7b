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

/** Places an entry at a path, or, when that is taken and it may be numbered, at "a (2).tif", "a (3).tif" and so on. */
export async function placeWhere(place: Place, to: string, isFolder: boolean, whenTaken: WhenTaken): Promise<void> {
  for (let number = 1; ; number += 1) {
    try {
      await place(number === 1 ? to : numberedPath(to, isFolder, number), whenTaken === 'replace');
      return;
    } catch (error) {
      if (whenTaken !== 'number' || !isTaken(error) || number === MOST_NUMBERED) throw error;
    }
  }
}
