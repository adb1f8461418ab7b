import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { IconBuilding, IconDots, IconMapPin, IconStack2 } from '@tabler/icons-react';
import { pathOfLink } from '../api/addresses.ts';
import { findHereQuery, findQuery, type Found } from '../api/find.ts';
import { shownName } from '../files/entry-path.ts';
import { lookOf } from '../kinds/index.ts';
import type { AskedPlace } from '../map/pin/asked-place.ts';
import { onMap, useShowPlace } from './use-show-place.ts';
import { readPlace } from '../../../src/search/place-text.ts';
import type { FinderGroup, FinderItem } from './finder-item.ts';
import { i18n } from '../languages/i18n.ts';

type OpenFile = (ref: { readonly org: string; readonly ds: string }, path: string) => void;

/** What the words find, in groups, and how far the search is. */
export function useFound(words: string, openFile: OpenFile) {
  const { org, ds } = useParams({ strict: false });
  // A link finds nothing but its dataset.
  const isByLink = pathOfLink() !== undefined;
  const ref = org !== undefined && ds !== undefined && !isByLink ? { org, ds } : null;
  const place = readPlace(words);
  const toItem = useItems(openFile, place);
  const showing = useShowPlace(place);
  const here = useQuery(findHereQuery(ref, words));
  const organizations = useInfiniteQuery(findQuery(words, 'organization'));
  const datasets = useInfiniteQuery(findQuery(words, 'dataset'));
  const files = useInfiniteQuery(findQuery(words, 'file'));
  const all = [organizations, datasets, files];

  const group = (title: string, query: typeof files, keep: (found: Found) => boolean): FinderGroup => {
    const items = (query.data?.pages.flatMap((page) => page.items) ?? []).filter(keep).map(toItem);
    const more = query.hasNextPage && items.length > 0 ? [moreOf(title, () => void query.fetchNextPage())] : [];
    return { title, items: [...items, ...more] };
  };
  const filesHere = (ref === null ? [] : (here.data ?? [])).map((entry) =>
    fileItem(ref ?? { org: '', ds: '' }, entry, entry.path, openFile),
  );
  const isHere = ({ orgSlug, dsSlug }: Found): boolean => orgSlug === ref?.org && dsSlug === ref.ds;
  const failed = all.find(({ error }) => error !== null) ?? (here.error === null ? undefined : here);
  return {
    groups: [
      { title: i18n.t('Map'), items: showing },
      { title: i18n.t('Files in this dataset'), items: filesHere },
      group(i18n.t('Organizations'), organizations, () => true),
      group(i18n.t('Datasets'), datasets, ({ match }) => match !== 'place'),
      group(i18n.t('Places'), datasets, ({ match }) => match === 'place'),
      group(i18n.t('Files'), files, (found) => !isHere(found)),
    ],
    isSearching: words !== '' && [here, ...all].some(({ isFetching }) => isFetching),
    error: failed?.error ?? null,
    retry: () => void Promise.all([here, ...all].filter(({ error }) => error !== null).map((query) => query.refetch())),
  };
}

function useItems(openFile: OpenFile, place: AskedPlace | undefined): (found: Found) => FinderItem {
  const navigate = useNavigate();
  return (found) => {
    const { orgSlug: org, organization, dsSlug: ds, dataset, path, type, text, match } = found;
    if (ds === null) {
      const open = (): void => void navigate({ to: '/r/$org', params: { org } });
      return { id: `organization ${org}`, title: organization, detail: text ?? '', Icon: IconBuilding, open };
    }
    if (path !== null)
      return fileItem({ org, ds }, { type: type ?? 0 }, path, openFile, `${organization} / ${dataset ?? ds}`);
    return {
      id: `dataset ${org}/${ds}`,
      title: dataset ?? ds,
      detail: [organization, text ?? ''].filter((part) => part !== '').join(' · '),
      Icon: match === 'place' ? IconMapPin : IconStack2,
      open: () =>
        void navigate({ to: '/r/$org/$ds', params: { org, ds }, ...(place === undefined ? {} : onMap(place)) }),
    };
  };
}

function fileItem(
  ref: { readonly org: string; readonly ds: string },
  look: { readonly type: number },
  path: string,
  openFile: OpenFile,
  place = '',
): FinderItem {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  return {
    id: `file ${ref.org}/${ref.ds}/${path}`,
    title: shownName(path),
    detail: [place, folder].filter((part) => part !== '').join(' / '),
    Icon: lookOf(look).Icon,
    open: () => openFile(ref, path),
  };
}

const moreOf = (group: string, open: () => void): FinderItem => {
  return {
    id: `more ${group}`,
    title: i18n.t('More: {group}', { group }),
    detail: '',
    Icon: IconDots,
    open,
    stays: true,
  };
};
