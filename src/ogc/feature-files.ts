import { Readable } from 'node:stream';
import { attachment } from '../http/index.ts';
import type { Crs } from '../projections/index.ts';
import type { FeatureFiles, FilePage } from '../kinds/vector/index.ts';
import { type Answering, sendMade } from './answers.ts';
import type { VectorLayer } from './layers/layer.ts';

/** A form of features that is a file by itself: it has no place for what else an answer tells. */
export interface FileForm {
  readonly kind: 'csv' | 'flatgeobuf' | 'geopackage';
  readonly type: string;
  readonly extension: string;
}

/** By the names that addresses have for them. */
export const FILE_FORMS = {
  csv: { kind: 'csv', type: 'text/csv; charset=utf-8; header=present', extension: 'csv' },
  fgb: { kind: 'flatgeobuf', type: 'application/flatgeobuf', extension: 'fgb' },
  gpkg: { kind: 'geopackage', type: 'application/geopackage+sqlite3', extension: 'gpkg' },
} as const satisfies Readonly<Record<string, FileForm>>;

export type FileFormName = keyof typeof FILE_FORMS;

export interface FileAnswer {
  readonly form: FileForm;
  /** Quoted. */
  readonly etag: string;
  /** The file is named by it. */
  readonly layer: VectorLayer;
  /** One page for each layer; a GeoPackage alone has more than one. */
  readonly pages: readonly FilePage[];
  readonly crs: Crs;
}

/** Sends features as a file. For HEAD none is made. */
export function sendFeatureFile(
  call: Answering & { readonly signal: AbortSignal },
  { form, etag, layer, pages, crs }: FileAnswer,
  files: FeatureFiles,
): Promise<unknown> {
  const { request, reply, signal } = call;
  return sendMade(call, { etag, isWeak: true, type: form.type, keeping: 'asked' }, async () => {
    const make = {
      csv: () => files.csv(pages[0]!, crs, signal),
      flatgeobuf: () => files.flatGeobuf(pages[0]!, crs, signal),
      geopackage: () => files.geoPackage(pages, crs, signal),
    };
    const isHead = request.method === 'HEAD';
    const { stream, length } = isHead ? { stream: Readable.from([]), length: undefined } : await make[form.kind]();
    if (length !== undefined) void reply.header('content-length', length);
    void reply.header('content-disposition', attachment(`${stemOf(layer)}.${form.extension}`));
    return stream;
  });
}

/** What a file calls the features of a layer: as the source does, or as it is called itself. */
export const nameInFile = (layer: VectorLayer): string => (layer.isOnly ? stemOf(layer) : layer.content.name);

/** `plots` of `a/plots.geojson`. */
const stemOf = ({ path }: VectorLayer): string => path.slice(path.lastIndexOf('/') + 1).replace(/(?<=.)\.[^.]*$/, '');

/** Longest header of links: proxies take no more than 4 kB of all headers. */
const MOST_LINKS = 2000;

/**
 * The pages before and behind as a header (RFC 8288), for forms that have no place for links. Addresses with long filters are left
 * out: an answer whose headers are too long reaches nobody.
 */
export function linkHeader(
  links: readonly { readonly href: string; readonly rel: string; readonly type?: string }[],
): Readonly<Record<string, string>> {
  const written = links
    .filter(({ rel }) => rel === 'next' || rel === 'prev')
    .map(({ href, rel, type }) => `<${href}>; rel="${rel}"${type === undefined ? '' : `; type="${type}"`}`)
    .join(', ');
  return written === '' || written.length > MOST_LINKS ? {} : { link: written };
}
