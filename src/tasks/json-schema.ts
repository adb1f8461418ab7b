/** A schema as JSON has it. */
type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Members whose value is data, and not made of schemas. */
const DATA = new Set(['default', 'examples', 'const', 'enum']);

/**
 * A schema of TypeBox as draft 2020-12 of JSON Schema has it. It writes tuples as drafts before did, with a list of `items`, which
 * that draft calls `prefixItems`.
 */
export function asDraft2020(schema: object): Record<string, unknown> {
  const plain = JSON.parse(JSON.stringify(schema)) as { readonly [name: string]: Json };
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...(converted(plain) as object) };
}

function converted(node: Json): Json {
  if (Array.isArray(node)) return node.map(converted);
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.entries(node).map(([name, value]): [string, Json] => [
    name,
    DATA.has(name) ? value : converted(value),
  ]);
  const { additionalItems, items, ...others } = Object.fromEntries(members);
  if (!Array.isArray(items)) return Object.fromEntries(members);
  return { ...others, prefixItems: items, ...(additionalItems === undefined ? {} : { items: additionalItems }) };
}
