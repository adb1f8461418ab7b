import { crsOfName } from '../geodata/crs-of-name.ts';

/** A CRS as well-known text, as files have it: in the first version of WKT where that can say it. Null for what PROJ does not know. */
export default function crsWkt({ name }: { readonly name: string }): string | null {
  return crsOfName(name)?.toWKT() ?? null;
}
