/** What the page shows, as its query and fragment say, without the secret of a link: for a link that opens the same. */
export function viewOfPage({ search, hash }: Pick<Location, 'search' | 'hash'> = window.location): string {
  const kept = search
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && !/^token(?:=|$)/i.test(pair));
  return `${kept.length === 0 ? '' : `?${kept.join('&')}`}${hash}`;
}
