/** A dataset as catalogs name it: `organization:dataset`, as clients put ids into addresses without encoding a slash. */
export function collectionId(organizationSlug: string, slug: string): string {
  return `${organizationSlug}:${slug}`;
}

/** The slugs an id names, in the forms `org:ds` and `org/ds`; empty ones, which nothing has, for what is none. */
export function readCollectionId(id: string): { readonly orgSlug: string; readonly dsSlug: string } {
  const [, orgSlug = '', dsSlug = ''] = /^([^:/]+)[:/]([^:/]+)$/.exec(id) ?? [];
  return { orgSlug, dsSlug };
}
