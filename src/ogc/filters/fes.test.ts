import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Projections } from '../../projections/index.ts';
import { COMPARISONS, type Filter, type Scalar } from '../../kinds/vector/index.ts';
import { OgcError } from '../ogc-error.ts';
import { PLOTS } from '../testing/sample-layers.ts';
import { writeFragment, xml, type XmlElement } from '../../geodata/xml.ts';
import { FES_COMPARISONS, type FesContext, readFes } from './fes.ts';

const DEGREES = {
  code: 'EPSG:4326',
  name: 'WGS 84',
  isGeographic: true,
  axisOrder: 'yx',
  metresPerUnit: 1,
  unit: 'degree',
} as const;
const projections: Projections = {
  find: (code) => Promise.resolve(code === 'EPSG:4326' ? DEGREES : undefined),
  wkt: () => Promise.resolve(''),
  transform: (_from, _to, positions) => Promise.resolve(positions.slice()),
};
const CONTEXT: FesContext = {
  layer: PLOTS,
  projections,
  fallback: { crs: DEGREES, name: 'EPSG:4326', isNorthFirst: true },
};

const ELEMENTS = new Map([...FES_COMPARISONS].map(([element, op]) => [op, element]));
const SIGNS = { '+': 'Add', '-': 'Sub', '*': 'Mul', '/': 'Div' } as const;

/** How a client writes a filter of those that the test makes. */
function write(filter: Filter): XmlElement {
  if (filter.op === 'and' || filter.op === 'or')
    return xml(filter.op === 'and' ? 'fes:And' : 'fes:Or', {}, filter.args.map(write));
  if (filter.op === 'not') return xml('fes:Not', {}, write(filter.arg));
  if (filter.op === 'null') return xml('fes:PropertyIsNull', {}, writeScalar(filter.value));
  if (filter.op === 'between') {
    const { value, lower, upper } = filter;
    const sides = [xml('fes:LowerBoundary', {}, writeScalar(lower)), xml('fes:UpperBoundary', {}, writeScalar(upper))];
    return xml('fes:PropertyIsBetween', {}, writeScalar(value), sides);
  }
  if (!('left' in filter)) throw new Error(`The test makes no ${filter.op}`);
  const attributes = { matchCase: filter.ignoreCase === true ? 'false' : 'true' };
  return xml(`fes:${ELEMENTS.get(filter.op)}`, attributes, writeScalar(filter.left), writeScalar(filter.right));
}

function writeScalar(scalar: Scalar): XmlElement {
  if ('property' in scalar) return xml('fes:ValueReference', {}, scalar.property);
  if ('literal' in scalar) return xml('fes:Literal', {}, String(scalar.literal));
  if (!('left' in scalar)) throw new Error('The test makes no moments');
  return xml(`fes:${SIGNS[scalar.op]}`, {}, writeScalar(scalar.left), writeScalar(scalar.right));
}

/** Text that XML can hold, and that is there at all: an empty literal has no text. */
const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const { filter: filters } = fc.letrec<{ scalar: Scalar; filter: Filter }>((tie) => ({
  scalar: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom('crop', 'trees', 'yield').map((property) => ({ property })),
    text.map((literal) => ({ literal })),
    fc.record({ op: fc.constantFrom('+', '-', '*', '/'), left: tie('scalar'), right: tie('scalar') }),
  ),
  filter: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.record({
      op: fc.constantFrom(...COMPARISONS),
      left: tie('scalar'),
      right: tie('scalar'),
      ignoreCase: fc.boolean(),
    }),
    fc.record({ op: fc.constant('null'), value: tie('scalar') }),
    fc.record({ op: fc.constant('between'), value: tie('scalar'), lower: tie('scalar'), upper: tie('scalar') }),
    fc.record({ op: fc.constant('not'), arg: tie('filter') }),
    fc.record({ op: fc.constantFrom('and', 'or'), args: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }),
  ) as fc.Arbitrary<Filter>,
}));

const inFilter = (inner: string): string =>
  `<fes:Filter xmlns:fes="http://www.opengis.net/fes/2.0">${inner}</fes:Filter>`;

describe('filters of FES', () => {
  it('are read as they were meant, whatever they compare and however they are nested', async () => {
    const property = fc.asyncProperty(filters, async (filter) => {
      expect(await readFes(inFilter(writeFragment(write(filter))), CONTEXT)).toEqual(filter);
    });
    await fc.assert(property);
  });

  it('of any text are read or refused with a code, never a fault', async () => {
    const pieces = fc.constantFrom(
      '<fes:Filter>',
      '</fes:Filter>',
      '<fes:And>',
      '</fes:And>',
      '<fes:Not>',
      '<fes:PropertyIsLike>',
      '<fes:constructor/>',

      '<fes:ValueReference>crop</fes:ValueReference>',
      '<fes:Literal>1</fes:Literal>',
      '<gml:Envelope/>',
      '<fes:BBOX>',
      '<!DOCTYPE x>',
      '<?php?>',
      '<![CDATA[',
      ']]>',
      '&e;',
      '&#0;',
      '<a xmlns="x">',
      '\0',
      '\uD800',
    );
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.oneof(pieces, fc.string())).map((all) => all.join('')),
    );
    const property = fc.asyncProperty(anything, fc.boolean(), async (given, isInner) => {
      const outcome: unknown = await readFes(isInner ? inFilter(given) : given, CONTEXT).catch(
        (error: unknown) => error,
      );
      expect(outcome instanceof Error && !(outcome instanceof OgcError)).toBe(false);
    });
    await fc.assert(property);
  });
});
