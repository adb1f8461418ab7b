import { writeFragment, writeXml, xml, type XmlElement } from '../../geodata/xml.ts';
import { safeName } from '../layers/safe-names.ts';
import type { InfoFormat } from './info-formats.ts';
import type { FoundFeature, LayerInfo } from './layer-info.ts';

/** Writes what was found in one of the forms. */
export function writeInfo(form: InfoFormat['form'], found: readonly LayerInfo[]): string {
  switch (form) {
    case 'text':
      return writeText(found);
    case 'html':
      return writeHtml(found);
    case 'json':
      return writeJson(found);
    case 'gml':
      return writeGml(found);
  }
}

type Value = FoundFeature['properties'][string];

/** Bytes are told by their number: nobody reads them. */
function plain(value: Value): string | number | null {
  if (value instanceof Uint8Array) return `(${value.length} bytes)`;
  return typeof value === 'bigint' ? String(value) : value;
}

function writeText(found: readonly LayerInfo[]): string {
  const lines = found.flatMap(({ layer, features }) => [
    `${layer.title}: ${features.length === 0 ? 'nothing here' : ''}`.trimEnd(),
    ...features.flatMap(({ id, properties }) => [
      `  ${id}`,
      ...Object.entries(properties).map(([name, value]) => `    ${name} = ${plain(value) ?? ''}`),
    ]),
  ]);
  return `${lines.join('\n')}\n`;
}

function writeHtml(found: readonly LayerInfo[]): string {
  const row = ([name, value]: readonly [string, Value]): XmlElement =>
    xml('tr', {}, xml('th', {}, name), xml('td', {}, plain(value) ?? '–'));
  const table = ({ id, properties }: FoundFeature): XmlElement =>
    xml('table', {}, xml('caption', {}, id), xml('tbody', {}, Object.entries(properties).map(row)));
  const sections = found.map(({ layer, features }) =>
    xml(
      'section',
      {},
      xml('h1', {}, layer.title),
      features.length === 0 ? xml('p', {}, 'Nothing here.') : features.map(table),
    ),
  );
  const head = xml('head', {}, xml('title', {}, 'Features'));
  return `<!DOCTYPE html>\n${writeFragment(xml('html', { lang: 'en' }, head, xml('body', {}, sections)))}`;
}

/** GeoJSON: longitude first. */
function writeJson(found: readonly LayerInfo[]): string {
  const features = found.flatMap(({ layer, features }) =>
    features.map(({ id, geometry, properties }) => ({
      type: 'Feature',
      id,
      layer: layer.name,
      geometry,
      properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, plain(value)])),
    })),
  );
  return JSON.stringify({ type: 'FeatureCollection', features });
}

/** A collection as WFS 1.0 has it, whose features have their attributes: what clients read of old. */
function writeGml(found: readonly LayerInfo[]): string {
  const member = (element: string, { id, properties }: FoundFeature): XmlElement =>
    xml(
      'gml:featureMember',
      {},
      xml(
        element,
        { fid: id },
        Object.entries(properties).map(([name, value]) => value !== null && xml(safeName(name), {}, plain(value))),
      ),
    );
  const members = found.flatMap(({ layer, features }) => features.map((feature) => member(layer.safeName, feature)));
  const namespaces = { 'xmlns:wfs': 'http://www.opengis.net/wfs', 'xmlns:gml': 'http://www.opengis.net/gml' };
  const bounds = xml('gml:boundedBy', {}, xml('gml:null', {}, 'unknown'));
  return writeXml(xml('wfs:FeatureCollection', namespaces, bounds, members));
}
