/** The versions of WFS that are spoken, highest first. */
export const VERSIONS = ['2.0.0', '1.1.0'] as const;
export type WfsVersion = (typeof VERSIONS)[number];

/** Namespace of all feature types and their properties, and the prefix that answers give it. */
export const FEATURES_NAMESPACE = 'urn:alidade:features';
export const PREFIX = 'alidade';

/** What the versions name differently. */
export interface Dialect {
  readonly version: WfsVersion;
  readonly wfs: string;
  readonly ows: string;
  /** Namespace of GML. */
  readonly gml: string;
  readonly gmlSchema: string;
  readonly wfsSchema: string;
  /** Media type of GML, as it is advertised and answered. */
  readonly gmlType: string;
  /** What feature types stand for and derive from. */
  readonly substitutes: string;
  /** Parameter that names types. */
  readonly typesParameter: 'typeNames' | 'typeName';
}

const SCHEMAS = 'http://schemas.opengis.net';

export const DIALECTS: Readonly<Record<WfsVersion, Dialect>> = {
  '2.0.0': {
    version: '2.0.0',
    wfs: 'http://www.opengis.net/wfs/2.0',
    ows: 'http://www.opengis.net/ows/1.1',
    gml: 'http://www.opengis.net/gml/3.2',
    gmlSchema: `${SCHEMAS}/gml/3.2.1/gml.xsd`,
    wfsSchema: `${SCHEMAS}/wfs/2.0/wfs.xsd`,
    gmlType: 'application/gml+xml; version=3.2',
    substitutes: 'gml:AbstractFeature',
    typesParameter: 'typeNames',
  },
  '1.1.0': {
    version: '1.1.0',
    wfs: 'http://www.opengis.net/wfs',
    ows: 'http://www.opengis.net/ows',
    gml: 'http://www.opengis.net/gml',
    gmlSchema: `${SCHEMAS}/gml/3.1.1/base/gml.xsd`,
    wfsSchema: `${SCHEMAS}/wfs/1.1.0/wfs.xsd`,
    gmlType: 'text/xml; subtype=gml/3.1.1',
    substitutes: 'gml:_Feature',
    typesParameter: 'typeName',
  },
};
