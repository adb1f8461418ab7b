import type { VectorLayer } from '../layers/layer.ts';
import { GEOMETRY_NAME, propertiesOf } from '../filters/properties.ts';
import { writeXmlInTurns, xml, type XmlElement } from '../../geodata/xml.ts';
import { type Dialect, FEATURES_NAMESPACE, PREFIX } from './dialect.ts';
import { geometryPropertyType, schemaType } from './property-kinds.ts';

/** The application schema (GML 3.2 or 3.1.1) of some types. */
export function describeTypes(layers: readonly VectorLayer[], dialect: Dialect): Promise<string> {
  return writeXmlInTurns(
    xml(
      'xsd:schema',
      {
        'xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
        'xmlns:gml': dialect.gml,
        [`xmlns:${PREFIX}`]: FEATURES_NAMESPACE,
        targetNamespace: FEATURES_NAMESPACE,
        elementFormDefault: 'qualified',
        version: '1',
      },
      xml('xsd:import', { namespace: dialect.gml, schemaLocation: dialect.gmlSchema }),
      layers.flatMap((layer) => [() => elementOf(layer, dialect), () => typeOf(layer)]),
    ),
  );
}

function elementOf({ safeName }: VectorLayer, { substitutes }: Dialect): XmlElement {
  return xml('xsd:element', { name: safeName, type: `${PREFIX}:${safeName}Type`, substitutionGroup: substitutes });
}

function typeOf(layer: VectorLayer): XmlElement {
  const { safeName, content } = layer;
  const optional = { minOccurs: 0, maxOccurs: 1 };
  const geometry =
    content.geometryType === 'None'
      ? []
      : [xml('xsd:element', { name: GEOMETRY_NAME, type: geometryPropertyType(content.geometryType), ...optional })];
  const attributes = propertiesOf(layer).map(({ safeName: name }, at) =>
    xml('xsd:element', { name, type: schemaType(content.columns[at]!), ...optional }),
  );
  const sequence = xml('xsd:sequence', {}, geometry, attributes);
  const extension = xml('xsd:extension', { base: 'gml:AbstractFeatureType' }, sequence);
  return xml('xsd:complexType', { name: `${safeName}Type` }, xml('xsd:complexContent', {}, extension));
}
