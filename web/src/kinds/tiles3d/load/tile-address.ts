import { TilesError } from '../tiles-error.ts';
import { i18n } from '../../../languages/i18n.ts';

/** Which addresses a tileset may ask for: what lies below its own folder, with what lets the page in. */
export type TileAddresses = {
  /** Address of the first file of the tileset, without what lets the page in. */
  readonly root: string;
  /** @throws TilesError with the address, where it lies elsewhere */
  readonly allowed: (address: string) => string;
};

/** @param root address of the first file of the tileset, perhaps with a token in its query. @param page address of the page */
export function tileAddresses(root: string, page: string): TileAddresses {
  const first = new URL(root, page);
  const letIn = first.search;
  first.search = '';
  const folder = new URL('.', first).href;
  return {
    root: first.href,
    allowed(address) {
      const target = new URL(address, first);
      target.hash = '';
      target.search = letIn;
      // What is a step up for the service must not look like a name here.
      const hides = /%2f|%5c/i.test(target.pathname);
      if (hides || !target.href.startsWith(folder))
        throw new TilesError(
          i18n.t('It names “{address}”, which lies outside of it and is not loaded.', {
            address: address.slice(0, 200),
          }),
        );
      return target.href;
    },
  };
}
