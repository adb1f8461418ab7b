import type { Envelope } from '../exceptions.ts';
import type { Kvp } from '../kvp.ts';
import { failOgc, OgcError, quoteInput } from '../ogc-error.ts';
import { type KvpService, type OgcCall, requireService } from '../service.ts';
import { negotiateVersion } from '../versions.ts';
import type { WcsDependencies } from './dependencies.ts';
import { MEDIA_TYPES } from './formats.ts';
import * as v10 from './v1.0/index.ts';
import * as v11 from './v1.1/index.ts';
import * as v20 from './v2.0/index.ts';
import { VERSIONS, type Version } from './versions.ts';

type Operation = (call: OgcCall, dependencies: WcsDependencies, version: Version) => Promise<unknown>;
type Operations = Readonly<Record<'getCapabilities' | 'describeCoverage' | 'getCoverage', Operation>>;

const OPERATIONS: readonly (keyof Operations)[] = ['getCapabilities', 'describeCoverage', 'getCoverage'];

const operationsOf = (version: Version): Operations =>
  version.startsWith('2') ? v20 : version.startsWith('1.1') ? v11 : v10;

/** The rasters of a dataset as coverages: WCS 2.0.1, 1.1 and 1.0.0. */
export function wcsService(dependencies: WcsDependencies): KvpService {
  return {
    path: 'wcs',
    originals: true,
    summary: 'Web Coverage Service 2.0.1, 1.1.0 to 1.1.2 and 1.0.0',
    description:
      'GetCapabilities, DescribeCoverage and GetCoverage: parts of rasters in their own pixels and values, or scaled and in another coordinate reference system. Names of parameters match in any letter case.',
    parameters: {
      service: 'WCS',
      request: 'GetCapabilities, DescribeCoverage or GetCoverage',
      version: '2.0.1, 1.1.2, 1.1.1, 1.1.0 or 1.0.0',
      acceptVersions: 'Versions in the order the client likes them, for GetCapabilities',
      sections: 'Parts of the capabilities',
      coverageId: '2.0: the coverage (a list for DescribeCoverage), by its id or its path',
      identifier: '1.1: the coverage',
      identifiers: '1.1: the coverages to be described',
      coverage: '1.0: the coverage',
      subset: '2.0: `axis(low,high)` or `axis(point)`, once for each axis',
      subsettingCrs: '2.0: CRS of the bounds',
      outputCrs: '2.0: CRS of the answer',
      scaleFactor: '2.0: factor for both axes',
      scaleAxes: '2.0: `axis(factor),axis(factor)`',
      scaleSize: '2.0: `axis(pixels),axis(pixels)`',
      scaleExtent: '2.0: `axis(low:high),axis(low:high)`',
      rangeSubset: '2.0: bands by name or number, `b1,b3` or `b1:b3`; 1.1: `contents:linear[band[b1,b3]]`',
      interpolation: 'nearest-neighbor, linear, cubic or average',
      format: `${MEDIA_TYPES.join(', ')}; 1.0: GeoTIFF, PNG, JPEG`,
      mediaType: '2.0: multipart/related, for a GML document with the file',
      boundingBox: '1.1: two corners and the CRS',
      gridBaseCRS: '1.1: CRS of the grid of the answer',
      gridOrigin: '1.1: a point of that grid',
      gridOffsets: '1.1: steps of that grid',
      crs: '1.0: CRS of the box',
      response_crs: '1.0: CRS of the answer',
      bbox: '1.0: minX,minY,maxX,maxY',
      width: '1.0: pixels',
      height: '1.0: pixels',
      resx: '1.0: size of a pixel, instead of width',
      resy: '1.0: size of a pixel, instead of height',
    },
    repeatable: ['subset'],
    types: ['text/xml', ...MEDIA_TYPES, 'multipart/related'],
    envelope: envelopeOf,
    async handle(call) {
      requireService(call, 'WCS');
      const { kvp } = call;
      const request = kvp.required('request');
      const name = OPERATIONS.find((known) => known.toLowerCase() === request.toLowerCase());
      if (name === undefined)
        throw failOgc(
          'OperationNotSupported',
          `There is no operation ${quoteInput(request)}.`,
          'request',
          statusOf(kvp),
        );
      if (name !== 'getCapabilities' && !kvp.has('version') && !kvp.has('acceptversions')) kvp.required('version');
      const version = negotiateVersion(kvp, VERSIONS);
      return operationsOf(version)[name](call, dependencies, version);
    },
  };
}

/** WCS 1.0 knows no statuses of its own; its clients take 501 for a server that fails. */
const statusOf = (kvp: Kvp): number | undefined => (envelopeOf(kvp) === 'wcs-1.0.0' ? 400 : undefined);

/** That of the version; of 2.0 as long as there is none. */
function envelopeOf(kvp: Kvp | undefined): Envelope {
  try {
    const version = kvp === undefined ? VERSIONS[0] : negotiateVersion(kvp, VERSIONS);
    return version.startsWith('2') ? 'wcs-2.0' : version.startsWith('1.1') ? 'wcs-1.1' : 'wcs-1.0.0';
  } catch (error) {
    if (error instanceof OgcError) return 'wcs-2.0';
    throw error;
  }
}
