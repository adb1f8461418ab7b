import { ServiceError, type ErrorCode } from '../errors/index.ts';

/** Status by the codes of the standards (OWS Common 2.0, WFS 2.0, WCS 2.0); 400 for all that are not here. */
const STATUS: Readonly<Record<string, number>> = {
  OperationNotSupported: 501,
  OptionNotSupported: 501,
  OperationProcessingFailed: 403,
  NotFound: 404,
  NoSuchCoverage: 404,
  emptyCoverageIdList: 404,
  InvalidAxisLabel: 404,
  InvalidSubsetting: 404,
  NotACrs: 404,
  'SubsettingCrs-NotSupported': 404,
  'OutputCrs-NotSupported': 404,
  NoSuchField: 404,
  IllegalFieldSequence: 404,
  InvalidScaleFactor: 404,
  InvalidExtent: 404,
  ScaleAxisUndefined: 404,
  InvalidCoverageType: 404,
  InterpolationMethodNotSupported: 404,
};

const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid-input',
  403: 'forbidden',
  404: 'not-found',
  405: 'method-not-allowed',
  406: 'not-acceptable',
  413: 'too-large',
  501: 'not-implemented',
};

/** A refusal with its code in the envelopes of OGC services, and the parameter it is about. */
export class OgcError extends ServiceError {
  readonly ogcCode: string;
  readonly locator: string | undefined;

  constructor(ogcCode: string, message: string, options: { readonly locator?: string; readonly status?: number } = {}) {
    super(CODE_OF_STATUS[options.status ?? STATUS[ogcCode] ?? 400] ?? 'invalid-input', message);
    this.ogcCode = ogcCode;
    this.locator = options.locator;
  }
}

/** Makes an `OgcError`: `throw failOgc('LayerNotDefined', 'There is no layer …', 'LAYERS')`. */
export function failOgc(ogcCode: string, message: string, locator?: string, status?: number): OgcError {
  return new OgcError(ogcCode, message, { ...(locator ? { locator } : {}), ...(status ? { status } : {}) });
}

/** Longest piece of a caller's text that an error repeats. */
const MAX_QUOTED = 100;

/** A caller's text for the words of an error. */
export function quoteInput(text: string): string {
  return text.length > MAX_QUOTED ? `“${text.slice(0, MAX_QUOTED)}…”` : `“${text}”`;
}

/** The refusal of a document in the body of a request: none is read. */
export function refuseBody(): never {
  throw failOgc(
    'OperationNotSupported',
    'Requests are answered to GET with parameters in the address. Bodies, XML and style documents among them, are not read.',
    undefined,
    405,
  );
}
