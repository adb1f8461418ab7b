import type { XmlElement } from '../../../geodata/xml.ts';

const NAMESPACE = 'http://www.opengis.net/wcs/1.1';

/** The attributes of a document; all of 1.1 have one namespace and its schemas. */
export const documentAttributes: XmlElement['attributes'] = {
  xmlns: NAMESPACE,
  'xmlns:ows': 'http://www.opengis.net/ows/1.1',
  'xmlns:xlink': 'http://www.w3.org/1999/xlink',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xsi:schemaLocation': `${NAMESPACE} http://schemas.opengis.net/wcs/1.1/wcsAll.xsd`,
};

/** The one field of a coverage; its bands are the keys of an axis. */
export const FIELD = 'contents';
export const BAND_AXIS = 'band';
