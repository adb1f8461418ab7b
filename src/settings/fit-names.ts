import type { LeafSchema } from './leaves.ts';

/** The parts of a schema that names of members stand in. */
interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly patternProperties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

/** A value with the names of its members as the schema spells them, whatever their letter case; unknown ones stay as they are. */
export function fitNames(schema: LeafSchema, value: unknown): unknown {
  return schema.json ? fit(schema as Shape, value) : value;
}

function fit({ properties, patternProperties, items }: Shape, value: unknown): unknown {
  if (Array.isArray(value)) return items ? value.map((item) => fit(items, item)) : value;
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.keys(properties ?? {});
  const [member] = Object.values(patternProperties ?? {});
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const fitted = known.find((each) => each.toLowerCase() === name.toLowerCase()) ?? name;
      const shape = properties?.[fitted] ?? member;
      return [fitted, shape ? fit(shape, inner) : (inner as unknown)];
    }),
  );
}
