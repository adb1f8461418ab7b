/** The address users reach the service at, for a request. */
export type OriginOf = (request: { readonly protocol: string; readonly host: string }) => URL;
