import type { Comparison, Filter, Scalar, SpatialOperator } from '../../kinds/vector/index.ts';
import type { VectorLayer } from '../layers/layer.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';
import { featureNumber } from './feature-ids.ts';
import { isLiteral, type LiteralContext, readLiteral } from './gml-literal.ts';
import { boxFilter } from './project-literal.ts';
import { referTo } from './properties.ts';
import { readXml, type XmlNode, XmlRefusal } from './xml-tree.ts';

export interface FesContext extends LiteralContext {
  readonly layer: VectorLayer;
}

const FES = 'http://www.opengis.net/fes/2.0';
const OGC = 'http://www.opengis.net/ogc';
/** Clients leave these undeclared. */
const PREFIXES = { fes: FES, ogc: OGC, gml: 'http://www.opengis.net/gml/3.2' };

// Maps, because elements of strangers are looked up in them: objects have members of their own, such as `constructor`.
export const FES_COMPARISONS: ReadonlyMap<string, Comparison> = new Map([
  ['PropertyIsEqualTo', '='],
  ['PropertyIsNotEqualTo', '<>'],
  ['PropertyIsLessThan', '<'],
  ['PropertyIsGreaterThan', '>'],
  ['PropertyIsLessThanOrEqualTo', '<='],
  ['PropertyIsGreaterThanOrEqualTo', '>='],
]);
export const FES_SPATIAL: ReadonlyMap<string, SpatialOperator> = new Map([
  ['Equals', 'equals'],
  ['Disjoint', 'disjoint'],
  ['Touches', 'touches'],
  ['Within', 'within'],
  ['Overlaps', 'overlaps'],
  ['Crosses', 'crosses'],
  ['Intersects', 'intersects'],
  ['Contains', 'contains'],
]);
const ARITHMETIC: ReadonlyMap<string, '+' | '-' | '*' | '/'> = new Map([
  ['Add', '+'],
  ['Sub', '-'],
  ['Mul', '*'],
  ['Div', '/'],
]);

/**
 * Reads the parameter FILTER: Filter Encoding 2.0 (`fes:`) or 1.1 (`ogc:`).
 *
 * @throws OperationParsingFailed for what is no filter, OperationProcessingFailed for what is not offered,
 * InvalidParameterValue for unknown properties and geometries that cannot be read
 */
export async function readFes(text: string, context: FesContext): Promise<Filter> {
  const root = readRoot(text);
  if (root.name !== 'Filter') throw malformed(`its outermost element is ${quoteInput(root.name)} instead of Filter`);
  if (root.children.length === 0) throw malformed('it is empty');
  const ids = root.children.map((child) => readId(child, context.layer));
  if (ids.every((id) => id !== undefined)) return { op: 'ids', ids: ids.flat() };
  return readCondition(only(root), context);
}

function readRoot(text: string): XmlNode {
  try {
    return readXml(text, PREFIXES);
  } catch (error) {
    if (error instanceof XmlRefusal) throw malformed(error.message);
    throw error;
  }
}

const malformed = (why: string): Error =>
  failOgc('OperationParsingFailed', `The filter cannot be read: ${why.slice(0, 300)}.`, 'FILTER');
const notOffered = (what: string): Error =>
  failOgc('OperationProcessingFailed', `${what} is not offered; the capabilities list what is.`, 'FILTER');
const unfit = (why: string): Error => failOgc('InvalidParameterValue', why, 'FILTER');

function only({ name, children }: XmlNode): XmlNode {
  if (children.length !== 1) throw malformed(`${name} has ${children.length} conditions instead of one`);
  return children[0]!;
}

async function readCondition(node: XmlNode, context: FesContext): Promise<Filter> {
  const { name, namespace } = node;
  if (![FES, OGC, ''].includes(namespace)) throw malformed(`${name} has the namespace ${quoteInput(namespace)}`);
  const comparison = FES_COMPARISONS.get(name);
  if (comparison !== undefined) return readComparison(node, comparison, context);
  const spatial = FES_SPATIAL.get(name);
  if (spatial !== undefined) return readSpatial(node, spatial, context);
  switch (name) {
    case 'And':
    case 'Or': {
      if (node.children.length === 0) throw malformed(`${name} has no conditions`);
      const args: Filter[] = [];
      for (const child of node.children) args.push(await readCondition(child, context));
      return { op: name === 'And' ? 'and' : 'or', args };
    }
    case 'Not':
      return { op: 'not', arg: await readCondition(only(node), context) };
    case 'PropertyIsLike':
      return readLike(node, context);
    case 'PropertyIsNull':
    case 'PropertyIsNil':
      return readNull(node, context);
    case 'PropertyIsBetween':
      return readBetween(node, context);
    case 'BBOX':
      return readSpatial(node, 'bbox', context);
    case 'After':
    case 'Before':
    case 'During':
    case 'TEquals':
      return readTemporal(node, context);
  }
  const ids = readId(node, context.layer);
  if (ids === undefined) throw notOffered(quoteInput(name));
  return { op: 'ids', ids };
}

/** Undefined for what names no feature; empty for one of another type. */
function readId({ name, attributes }: XmlNode, layer: VectorLayer): readonly number[] | undefined {
  if (!['ResourceId', 'FeatureId', 'GmlObjectId'].includes(name)) return undefined;
  const id = attributes['rid'] ?? attributes['fid'] ?? attributes['id'];
  if (id === undefined) throw malformed(`${name} names no feature`);
  const number = featureNumber(layer, id);
  return number === undefined ? [] : [number];
}

function operands(node: XmlNode, count: number): readonly XmlNode[] {
  if (node.children.length !== count)
    throw malformed(`${node.name} has ${node.children.length} parts instead of ${count}`);
  return node.children;
}

const isReference = ({ name }: XmlNode): boolean => name === 'ValueReference' || name === 'PropertyName';

function readScalar(node: XmlNode, { layer }: FesContext): Scalar {
  if (isReference(node)) {
    const referred = referTo(layer, node.text);
    if (referred === undefined || referred === 'id') throw unknownProperty(node.text);
    if (referred === 'geometry') throw unfit('A geometry cannot be compared with a value.');
    return { property: referred.column };
  }
  if (node.name === 'Literal') {
    if (node.children.length > 0) throw unfit('A geometry cannot be compared with a value.');
    return { literal: node.text };
  }
  const arithmetic = ARITHMETIC.get(node.name);
  if (arithmetic === undefined) throw notOffered(quoteInput(node.name));
  const [left, right] = operands(node, 2).map((child) => readScalar(child, { layer } as FesContext));
  return { op: arithmetic, left: left!, right: right! };
}

const unknownProperty = (reference: string): Error =>
  unfit(`The features have no property ${quoteInput(reference.trim())}.`);

function readComparison(node: XmlNode, op: Comparison, context: FesContext): Filter {
  const parts = operands(node, 2);
  if (parts.some((part) => isReference(part) && part.text.trim().endsWith('gml:boundedBy')))
    throw failOgc('OperationProcessingFailed', 'The box of a feature (gml:boundedBy) cannot be compared.', 'FILTER');
  const reference = parts.find((part) => isReference(part) && referTo(context.layer, part.text) === 'id');
  if (reference !== undefined && op === '=') {
    const id = featureNumber(context.layer, parts.find((part) => part !== reference)!.text);
    return { op: 'ids', ids: id === undefined ? [] : [id] };
  }
  const [left, right] = parts.map((part) => readScalar(part, context));
  return { op, left: left!, right: right!, ignoreCase: node.attributes['matchCase'] === 'false' };
}

function readLike(node: XmlNode, context: FesContext): Filter {
  const [value, pattern] = operands(node, 2);
  if (pattern!.name !== 'Literal') throw malformed('PropertyIsLike has no pattern');
  const { wildCard = '*', singleChar = '?', matchCase } = node.attributes;
  const escape = node.attributes['escapeChar'] ?? node.attributes['escape'] ?? '\\';
  const translated = likePattern(pattern!.text, { wildCard, singleChar, escape });
  return { op: 'like', value: readScalar(value!, context), pattern: translated, ignoreCase: matchCase === 'false' };
}

/** The signs of a client's pattern as those of `LikeFilter`. */
function likePattern(
  text: string,
  { wildCard, singleChar, escape }: { readonly wildCard: string; readonly singleChar: string; readonly escape: string },
): string {
  let pattern = '';
  const characters = Array.from(text);
  for (let at = 0; at < characters.length; at += 1) {
    let character = characters[at]!;
    if (character === wildCard) pattern += '%';
    else if (character === singleChar) pattern += '_';
    else {
      if (character === escape && at + 1 < characters.length) character = characters[(at += 1)]!;
      pattern += '%_\\'.includes(character) ? `\\${character}` : character;
    }
  }
  return pattern;
}

function readNull(node: XmlNode, context: FesContext): Filter {
  const reference = only(node);
  // A request for features without a place asks for those that meet no box at all.
  if (isReference(reference) && referTo(context.layer, reference.text) === 'geometry')
    return { op: 'not', arg: { op: 'bbox', box: context.layer.bounds ?? [-180, -90, 180, 90] } };
  return { op: 'null', value: readScalar(reference, context) };
}

function readBetween(node: XmlNode, context: FesContext): Filter {
  const [value, lower, upper] = operands(node, 3);
  if (lower!.name !== 'LowerBoundary' || upper!.name !== 'UpperBoundary')
    throw malformed('PropertyIsBetween has no lower and upper boundary');
  const side = (boundary: XmlNode): Scalar => readScalar(only(boundary), context);
  return { op: 'between', value: readScalar(value!, context), lower: side(lower!), upper: side(upper!) };
}

async function readSpatial(node: XmlNode, op: SpatialOperator | 'bbox', context: FesContext): Promise<Filter> {
  const references = node.children.filter(isReference);
  const literals = node.children
    .map((child) => (child.name === 'Literal' ? (child.children[0] ?? child) : child))
    .filter(isLiteral);
  for (const { text } of references) {
    const referred = referTo(context.layer, text);
    if (referred === undefined) throw unknownProperty(text);
    if (referred !== 'geometry') throw unfit(`${quoteInput(text.trim())} is no geometry.`);
  }
  if (literals.length !== 1 || references.length + literals.length !== node.children.length)
    throw unfit(`${node.name} compares the geometry of features with one geometry that is given.`);
  const literal = await readLiteral(literals[0]!, context);
  return op === 'bbox' ? boxFilter(literal) : { op, geometry: literal.geometry };
}

function readTemporal(node: XmlNode, context: FesContext): Filter {
  const [reference, given] = operands(node, 2);
  const left = readScalar(reference!, context);
  const moments = momentsOf(given!);
  const [first, last] = [moments[0], moments.at(-1)];
  if (first === undefined || last === undefined) throw malformed(`${node.name} has no time`);
  const compare = (op: Comparison, moment: string): Filter => ({ op, left, right: { moment } });
  if (node.name === 'After') return compare('>', last);
  if (node.name === 'Before') return compare('<', first);
  if (node.name === 'TEquals') return compare('=', first);
  return { op: 'and', args: [compare('>', first), compare('<', last)] };
}

/** The times of a time instant or period of GML, or of a literal. */
function momentsOf(node: XmlNode): readonly string[] {
  if (node.children.length > 0) return node.children.flatMap(momentsOf);
  const text = node.text.trim();
  return text === '' ? [] : [text];
}
