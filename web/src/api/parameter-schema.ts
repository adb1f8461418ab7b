/** What the bands of a raster are to be. */
export type BandRule = {
  /** How many there are, beside one of transparency. */
  readonly count: number;
  /** Types of their numbers. */
  readonly types: readonly string[];
};

/** What is looked at of a JSON Schema (draft 2020-12) of a tool's parameters; `x-…` tells a form how a value is chosen. */
export type Schema = {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly default?: unknown;
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly writeOnly?: boolean;
  readonly 'x-input'?: string;
  /** It is rarely wanted. */
  readonly 'x-more'?: boolean;
  /** The proposed path of a new file, with names of other parameters in braces. */
  readonly 'x-proposal'?: string;
  /** What values of a choice are called. */
  readonly 'x-choices'?: Readonly<Record<string, string>>;
  /** It counts only while another parameter has one of these values. */
  readonly 'x-when'?: { readonly parameter: string; readonly is: readonly unknown[] };
  /** Types of the entries that fit. */
  readonly 'x-types'?: readonly number[];
  /** Bands of the rasters that fit. */
  readonly 'x-bands'?: BandRule;
  /** Extensions of the files that fit, without dot. */
  readonly 'x-extensions'?: readonly string[];
};
