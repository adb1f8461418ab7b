import { Readable } from 'node:stream';
import type { CoverageOrder, MadeCoverage } from '../../kinds/raster/index.ts';
import { etagOfParts, sendMade } from '../answers.ts';
import { writeXml, type XmlElement } from '../../geodata/xml.ts';
import type { OgcCall } from '../service.ts';
import type { Coverage } from './coverage.ts';
import type { WcsDependencies } from './dependencies.ts';
import { extensionOf, mediaTypeOf } from './formats.ts';

/** A document that goes before the file, in one answer of several parts. */
export interface Manifest {
  readonly type: string;
  /** @param reference by which the document names the file: `cid:…` */
  write(reference: string): XmlElement;
}

export type CoverageRequest = Omit<CoverageOrder, 'source'>;

/** Checks an order and answers it; nothing is made for a client that has the answer already. */
export async function sendCoverage(
  call: OgcCall,
  { coverages }: WcsDependencies,
  { layer }: Coverage,
  request: CoverageRequest,
  manifest?: Manifest,
): Promise<unknown> {
  const { path, hash, size, width, height, bands, file } = layer;
  const source = { datasetId: call.view.dataset.id, path, hash, size, cog: file.path, width, height, bands };
  const order: CoverageOrder = { ...request, source };
  coverages.check(order);
  const { geotransform, projection } = layer;
  // The version of the COG decides the shades of pictures; the place may stand in files beside the source.
  const etag = etagOfParts([request, hash, file.version, geotransform, projection, manifest?.type ?? null]);
  const type = mediaTypeOf(order.format);
  const reference = `${layer.safeName}.${extensionOf(order.format)}`;
  const document = manifest && writeXml(manifest.write(`cid:${reference}`));
  const parts = document === undefined ? undefined : partsAround({ document, manifest, type, reference });
  return sendMade(call, { etag, type: parts?.type ?? type, keeping: 'maps' }, async () => {
    const made = await coverages.make(order, call.signal);
    const head = parts?.head(made.length);
    const extra = (head?.length ?? 0) + (parts?.tail.length ?? 0);
    void call.reply.header('content-length', made.length + extra);
    if (parts === undefined || head === undefined) return made.stream;
    return Readable.from(joined(head, made, parts.tail), { objectMode: false });
  });
}

interface Parts {
  readonly type: string;
  /** @param length of the file */
  head(length: number): Buffer;
  readonly tail: Buffer;
}

/** RFC 2387. No coverage is searched for the boundary: it is too long to be met by chance, and the length of the file is told. */
const BOUNDARY = 'coverage-3f9c1e7a5b2d4860';

function partsAround({
  document,
  manifest,
  type,
  reference,
}: {
  readonly document: string;
  readonly manifest: Manifest | undefined;
  readonly type: string;
  readonly reference: string;
}): Parts {
  const [kind = ''] = (manifest?.type ?? '').split(';');
  const head = (length: number): readonly string[] => [
    `--${BOUNDARY}`,
    `Content-Type: ${manifest?.type ?? ''}`,
    'Content-ID: <manifest>',
    '',
    document,
    `--${BOUNDARY}`,
    `Content-Type: ${type}`,
    `Content-ID: <${reference}>`,
    `Content-Disposition: attachment; filename="${reference}"`,
    'Content-Transfer-Encoding: binary',
    `Content-Length: ${length}`,
    '',
    '',
  ];
  return {
    type: `multipart/related; boundary="${BOUNDARY}"; type="${kind}"; start="<manifest>"`,
    head: (length) => Buffer.from(head(length).join('\r\n')),
    tail: Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  };
}

async function* joined(head: Buffer, { stream }: MadeCoverage, tail: Buffer): AsyncGenerator<Buffer> {
  yield head;
  for await (const piece of stream) yield piece as Buffer;
  yield tail;
}
