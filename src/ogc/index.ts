export { assembleOgc } from './assemble.ts';
export { writeXml, xml, type XmlElement } from './xml.ts';
