/** What the tests use of the client, which brings no types. */
declare module 'stac-js' {
  interface ClientLink {
    readonly rel: string;
    readonly href: string;
    readonly type?: string;
    readonly method?: string;
    readonly body?: object;
    getAbsoluteUrl(): string;
  }
  interface ClientObject {
    readonly id: string;
    getObjectType(): string;
    getChildLinks(): ClientLink[];
    getItemLinks(): ClientLink[];
    getApiCollectionsLink(): ClientLink | null;
    getApiItemsLink(): ClientLink | null;
    getSearchLink(method?: string): ClientLink | null;
    getPaginationLinks(): { readonly next: ClientLink | null };
    getAll(): ClientObject[];
    getBoundingBox(): number[] | null;
    getDateTime(): Date | null;
    getTemporalExtent(): (Date | null)[] | null;
    getThumbnails(): { readonly href: string }[];
    getAsset(key: string): { readonly href: string; getAbsoluteUrl(): string } | null;
  }
  export default function create(data: object, migrate?: boolean): ClientObject;
}
