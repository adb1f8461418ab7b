import type { EntryLook, Kind, KindDetails } from './kind.ts';

/** Entry type of a file of no other type. Its kind stands in for types that no kind has. */
const FILE_TYPE = 2;

/** Kinds, found by entry type. */
export type KindList = {
  readonly all: readonly Kind[];
  readonly ofType: (type: number) => Kind;
  readonly lookOf: (type: number) => EntryLook;
  /** All entry types, in the order of their numbers. */
  readonly looks: readonly EntryLook[];
};

/** @throws if two kinds have the same name or entry type, or none has the type of plain files */
export function kindList(all: readonly Kind[]): KindList {
  const names = new Set<string>();
  const known = new Map<number, { readonly kind: Kind; readonly look: EntryLook }>();
  for (const kind of all) {
    if (names.has(kind.name)) throw new Error(`Two kinds are named "${kind.name}".`);
    names.add(kind.name);
    for (const look of kind.types) {
      const other = known.get(look.type);
      if (other !== undefined)
        throw new Error(`The kinds "${other.kind.name}" and "${kind.name}" both have the entry type ${look.type}.`);
      known.set(look.type, { kind, look });
    }
  }
  const file = known.get(FILE_TYPE);
  if (file === undefined) throw new Error(`No kind has the entry type ${FILE_TYPE}, plain files.`);
  return {
    all,
    ofType: (type) => (known.get(type) ?? file).kind,
    lookOf: (type) => (known.get(type) ?? file).look,
    looks: [...known.values()].map(({ look }) => look).toSorted((a, b) => a.type - b.type),
  };
}

/** Details of all kinds. */
export type DetailsList = { readonly all: readonly KindDetails[]; readonly ofType: (type: number) => KindDetails };

export async function loadDetails(kinds: KindList): Promise<DetailsList> {
  const loaded = await Promise.all(kinds.all.map(async (kind) => [kind, (await kind.details?.()) ?? {}] as const));
  const byKind = new Map(loaded);
  return { all: [...byKind.values()], ofType: (type) => byKind.get(kinds.ofType(type)) ?? {} };
}
