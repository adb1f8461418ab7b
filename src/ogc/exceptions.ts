import type { ErrorDocument } from '../http/index.ts';
import { writeXml, xml, type XmlElement } from '../geodata/xml.ts';

/** How an error is written: by service and version. */
export type Envelope =
  | 'wms-1.1.1'
  | 'wms-1.3.0'
  | 'wcs-1.0.0'
  | 'wcs-1.1'
  | 'wcs-2.0'
  | 'wfs-1.1'
  | 'wfs-2.0'
  | 'wmts-1.0'
  | 'json';

export interface ExceptionFacts {
  readonly code: string;
  readonly locator: string | undefined;
  readonly message: string;
}

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const SCHEMAS = 'http://schemas.opengis.net';

/** Writes an exception in the envelope of a service. The status is the caller's. */
export function writeException(envelope: Envelope, facts: ExceptionFacts): Omit<ErrorDocument, 'status'> {
  switch (envelope) {
    case 'wms-1.1.1':
      return serviceReport('1.1.1', facts, {
        doctype: `<!DOCTYPE ServiceExceptionReport SYSTEM "${SCHEMAS}/wms/1.1.1/exception_1_1_1.dtd">`,
        type: 'application/vnd.ogc.se_xml; charset=utf-8',
      });
    case 'wms-1.3.0':
      return serviceReport('1.3.0', facts, {
        schema: 'wms/1.3.0/exceptions_1_3_0.xsd',
        type: 'text/xml; charset=utf-8',
      });
    case 'wcs-1.0.0':
      return serviceReport('1.2.0', facts, {
        schema: 'wcs/1.0.0/OGC-exception.xsd',
        type: 'application/vnd.ogc.se_xml; charset=utf-8',
      });
    case 'wfs-1.1':
      return owsReport('http://www.opengis.net/ows', '1.1.0', 'ows/1.0.0/owsExceptionReport.xsd', facts);
    case 'wcs-2.0':
      return owsReport('http://www.opengis.net/ows/2.0', '2.0.1', 'ows/2.0/owsExceptionReport.xsd', facts);
    case 'wfs-2.0':
      return owsReport('http://www.opengis.net/ows/1.1', '2.0.0', 'ows/1.1.0/owsExceptionReport.xsd', facts);
    case 'wcs-1.1':
      return owsReport('http://www.opengis.net/ows/1.1', '1.1.0', 'ows/1.1.0/owsExceptionReport.xsd', facts);
    case 'wmts-1.0':
      return owsReport('http://www.opengis.net/ows/1.1', '1.0.0', 'ows/1.1.0/owsExceptionReport.xsd', facts);
    case 'json':
      return {
        type: 'application/json; charset=utf-8',
        body: JSON.stringify({ error: facts.message, code: facts.code, description: facts.message }),
      };
  }
}

/** @param form `schema`: with the namespace of OGC and the place of this schema */
function serviceReport(
  version: string,
  { code, locator, message }: ExceptionFacts,
  form: { readonly doctype?: string; readonly schema?: string; readonly type: string },
): Omit<ErrorDocument, 'status'> {
  const namespace = 'http://www.opengis.net/ogc';
  const attributes =
    form.schema === undefined
      ? {}
      : { xmlns: namespace, 'xmlns:xsi': XSI, 'xsi:schemaLocation': `${namespace} ${SCHEMAS}/${form.schema}` };
  // The DTD of WMS 1.1.1 knows no locator.
  const place = form.doctype === undefined ? locator : undefined;
  const exception = xml('ServiceException', { code, locator: place }, message);
  return {
    type: form.type,
    body: writeXml(xml('ServiceExceptionReport', { version, ...attributes }, exception), form.doctype),
  };
}

function owsReport(
  namespace: string,
  version: string,
  schema: string,
  { code, locator, message }: ExceptionFacts,
): Omit<ErrorDocument, 'status'> {
  const attributes: XmlElement['attributes'] = {
    'xmlns:ows': namespace,
    'xmlns:xsi': XSI,
    'xsi:schemaLocation': `${namespace} ${SCHEMAS}/${schema}`,
    version,
    // The report of ows 1.0 has a `language` of its own instead.
    ...(namespace.endsWith('/ows') ? { language: 'en' } : { 'xml:lang': 'en' }),
  };
  const exception = xml('ows:Exception', { exceptionCode: code, locator }, xml('ows:ExceptionText', {}, message));
  return { type: 'text/xml; charset=utf-8', body: writeXml(xml('ows:ExceptionReport', attributes, exception)) };
}
