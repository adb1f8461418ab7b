import type { Route } from '../../src/http/index.ts';
import { addressOf } from '../support/stand-in-routes.ts';

/** Where a request goes. */
export interface Target {
  readonly method: string;
  readonly path: string;
  /** Further header lines, each with its line end. */
  readonly headers: string;
}

/** Things the service has, by the names of path parameters. */
export type Names = Readonly<Record<string, string>>;

/**
 * The addresses of every route, and some that have none.
 *
 * @param victims names for routes that may delete what they are about
 */
export function targetsOf(routes: readonly Route[], names: Names, victims: Names): readonly Omit<Target, 'headers'>[] {
  return [
    ...routes.map(({ method, path }) => ({
      method,
      path: `${addressOf(path, method === 'GET' ? names : victims)}${query(path)}`,
    })),
    ...['GET', 'HEAD', 'OPTIONS', 'POST', 'PURGE'].map((method) => ({ method, path: '/nothing/there' })),
    { method: 'GET', path: '/' },
    { method: 'HEAD', path: '/orgs' },
    { method: 'OPTIONS', path: '/orgs' },
    { method: 'GET', path: '/%E2%82' },
    { method: 'GET', path: `/orgs/${'x'.repeat(100_000)}` },
  ];
}

/** What a GET needs to come past its validation. */
function query(path: string): string {
  if (/\/(?:wms|wfs|wcs|wmts)(?:\/p\/|$)/.test(path)) return `?service=${path.split('/')[5]}&request=GetCapabilities`;
  return /\/(?:obj|download|thumb|tiles|list)\b/.test(path) ? '?path=a.txt' : '';
}
