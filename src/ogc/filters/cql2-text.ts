import type { Filter } from '../../kinds/vector/index.ts';
import { quoteInput } from '../ogc-error.ts';
import {
  applyOperator,
  conditionOf,
  type Expression,
  invalidFilter,
  MAX_CQL2_DEPTH,
  scalarOf,
} from './cql2-expression.ts';
import { createReader, type Reader, readTokens } from './cql2-tokens.ts';
import { isWktType, readWkt } from './cql2-wkt.ts';

/**
 * Reads a filter as people write it: CQL2 text (OGC 21-065r2, 7), and `ILIKE`, `INTERSECTS(…)` and `BBOX(geom, …)` of older CQL.
 * Positions are left as they are written.
 *
 * One function a level of precedence, weakest first; no level is read twice, so that brackets cost nothing.
 *
 * @throws InvalidParameterValue
 */
export function readCql2Text(text: string): Filter {
  const reader = createReader(readTokens(text));
  const expression = disjunction(reader, 0);
  if (reader.peek().kind !== 'end') throw invalidFilter(`${quoteInput(reader.peek().text)} stands where it should end`);
  return conditionOf(expression);
}

type Level = (reader: Reader, depth: number) => Expression;

const joined =
  (keyword: 'AND' | 'OR', part: Level): Level =>
  (reader, depth) => {
    const parts = [part(reader, depth)];
    while (reader.take(keyword)) parts.push(part(reader, depth));
    return parts.length === 1 ? parts[0]! : applyOperator(keyword, parts);
  };

function negation(reader: Reader, depth: number): Expression {
  if (!reader.take('NOT')) return predicate(reader, depth);
  return applyOperator('not', [negation(reader, deeper(depth))]);
}

const conjunction: Level = joined('AND', negation);
const disjunction: Level = joined('OR', conjunction);

function predicate(reader: Reader, depth: number): Expression {
  const left = sum(reader, depth);
  for (const op of ['=', '<>', '<=', '>=', '<', '>'])
    if (reader.take(op)) return applyOperator(op, [left, sum(reader, depth)]);
  if (reader.take('IS')) {
    const isNot = reader.take('NOT');
    reader.expect('NULL');
    return negatedIf(isNot, applyOperator('isNull', [left]));
  }
  const isNot = reader.peek().kind === 'word' && reader.take('NOT');
  for (const op of ['LIKE', 'ILIKE'])
    if (reader.take(op)) return negatedIf(isNot, applyOperator(op, [left, sum(reader, depth)]));
  if (reader.take('BETWEEN')) {
    const lower = sum(reader, depth);
    reader.expect('AND');
    return negatedIf(isNot, applyOperator('between', [left, lower, sum(reader, depth)]));
  }
  if (reader.take('IN')) {
    reader.expect('(');
    return negatedIf(isNot, applyOperator('in', [left, { kind: 'list', items: listed(reader, deeper(depth)) }]));
  }
  if (isNot) throw invalidFilter(`${quoteInput(reader.peek().text)} stands behind NOT`);
  return left;
}

const negatedIf = (isNot: boolean, expression: Expression): Expression =>
  isNot ? applyOperator('not', [expression]) : expression;

const chained =
  (signs: readonly string[], part: Level): Level =>
  (reader, depth) => {
    let left = part(reader, depth);
    for (;;) {
      const sign = signs.find((each) => reader.take(each));
      if (sign === undefined) return left;
      left = applyOperator(sign, [left, part(reader, depth)]);
    }
  };

function operand(reader: Reader, depth: number): Expression {
  const { kind, text } = reader.next();
  switch (kind) {
    case 'number':
      return scalarOf({ literal: Number(text) });
    case 'text':
      return scalarOf({ literal: text });
    case 'name':
      return scalarOf({ property: text });
    case 'word':
      return word(reader, text, depth);
    case 'sign':
      if (text === '-') return negative(operand(reader, deeper(depth)));
      if (text === '(') return bracketed(reader, deeper(depth));
      break;
    case 'end':
  }
  throw invalidFilter(`${quoteInput(text)} stands where a value or a condition is wanted`);
}

const product: Level = chained(['*', '/'], operand);
const sum: Level = chained(['+', '-'], product);

function bracketed(reader: Reader, depth: number): Expression {
  const inner = disjunction(reader, depth);
  reader.expect(')');
  return inner;
}

function negative(expression: Expression): Expression {
  if (expression.kind === 'scalar' && 'literal' in expression.scalar && typeof expression.scalar.literal === 'number')
    return scalarOf({ literal: -expression.scalar.literal });
  return applyOperator('-', [scalarOf({ literal: 0 }), expression]);
}

/** Words that are no names of attributes. */
const KEYWORDS = ['AND', 'OR', 'NOT', 'LIKE', 'ILIKE', 'BETWEEN', 'IN', 'IS', 'NULL'];

/** A function, a geometry, true or false, or an attribute. */
function word(reader: Reader, text: string, depth: number): Expression {
  const name = text.toUpperCase();
  if (name === 'TRUE' || name === 'FALSE') return scalarOf({ literal: name === 'TRUE' });
  if (isWktType(name) && (reader.peek().text === '(' || reader.peek().text.toUpperCase() === 'Z'))
    return { kind: 'geometry', geometry: readWkt(reader, name, depth) };
  if (KEYWORDS.includes(name)) throw invalidFilter(`${name} stands where a value or a condition is wanted`);
  if (!reader.take('(')) return scalarOf({ property: text });
  return applyOperator(name, listed(reader, deeper(depth)));
}

function listed(reader: Reader, depth: number): Expression[] {
  if (reader.take(')')) return [];
  const items = [disjunction(reader, depth)];
  while (reader.take(',')) items.push(disjunction(reader, depth));
  reader.expect(')');
  return items;
}

function deeper(depth: number): number {
  if (depth >= MAX_CQL2_DEPTH) throw invalidFilter(`it is nested deeper than ${MAX_CQL2_DEPTH} levels`);
  return depth + 1;
}
