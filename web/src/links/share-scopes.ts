import type { NewLink } from '../api/tokens.ts';
import { plain } from '../format/plain.ts';
import { i18n } from '../languages/i18n.ts';

/** Where somebody is who shares: a folder or a file. */
export type SharePlace = {
  /** Empty: the dataset itself. */
  readonly path: string;
  readonly isFolder: boolean;
};

export type ShareScope = 'dataset' | 'place' | 'view';

export type ShareContext = {
  readonly place: SharePlace;
  /** Query and fragment of the page as it is now; absent where it has no view worth a link. */
  readonly currentView: (() => string) | undefined;
};

type Scope = { readonly value: ShareScope; readonly label: string };

/** What a link can open from here, the nearest first. */
export function scopesOf({ place: { path, isFolder }, currentView }: ShareContext): Scope[] {
  const name = plain(path.slice(path.lastIndexOf('/') + 1));
  const place: Scope = {
    value: 'place',
    label: isFolder ? i18n.t('This folder: {name}', { name }) : i18n.t('This file: {name}', { name }),
  };
  const view: Scope = { value: 'view', label: i18n.t('The whole dataset, opened at this view') };
  return [
    ...(path === '' ? [] : [place]),
    { value: 'dataset', label: i18n.t('The whole dataset') },
    ...(currentView === undefined ? [] : [view]),
  ];
}

/** The scope as the service is asked for it. */
export function scopeBody(scope: ShareScope, { place, currentView }: ShareContext): Pick<NewLink, 'path' | 'view'> {
  if (scope === 'place') return { path: place.path };
  return scope === 'view' ? { view: currentView?.() ?? '' } : {};
}
