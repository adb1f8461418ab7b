/** Version of the catalogs, collections and items here. */
export const STAC_VERSION = '1.1.0';

export const JSON_TYPE = 'application/json';
export const GEOJSON_TYPE = 'application/geo+json';

export interface Link {
  readonly rel: string;
  readonly href: string;
  readonly type?: string;
  readonly title?: string;
  readonly method?: 'GET' | 'POST';
  readonly body?: object;
}

export interface Asset {
  readonly href: string;
  readonly title?: string;
  readonly type?: string;
  readonly roles?: readonly string[];
  readonly [field: string]: unknown;
}

/** Fields of an extension, and the address of the schema that explains them. */
export interface Extended {
  readonly schemas: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
}

export const NOT_EXTENDED: Extended = { schemas: [], fields: {} };
