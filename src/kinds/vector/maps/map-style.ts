import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { areSound, Colour, type MapClasses, StoredClasses } from './map-classes.ts';

const Opacity = Type.Number({ minimum: 0, maximum: 1 });
/** Pixels. Wider lines and larger points would reach beyond the buffer that vector tiles have around them. */
const Width = Type.Number({ minimum: 0, maximum: 8 });
const Radius = Type.Number({ minimum: 0.5, maximum: 20 });

const closed = { additionalProperties: false } as const;
const partial = <T extends Parameters<typeof Type.Object>[0]>(fields: T) => Type.Partial(Type.Object(fields), closed);

/** A style as it is kept in the metadata: all that is left out is as in `DEFAULT_STYLE`. */
const StoredStyle = partial({
  classes: StoredClasses,
  point: partial({ colour: Colour, radius: Radius, opacity: Opacity, casing: Colour }),
  line: partial({ colour: Colour, width: Width, opacity: Opacity, casing: Colour }),
  polygon: partial({
    fill: Colour,
    fillOpacity: Opacity,
    colour: Colour,
    width: Width,
    opacity: Opacity,
    casing: Colour,
  }),
  label: Type.Union([
    Type.Literal('none'),
    partial({
      property: Type.String({ minLength: 1, maxLength: 200 }),
      colour: Colour,
      halo: Colour,
      size: Type.Number({ minimum: 6, maximum: 40 }),
    }),
  ]),
});
type StoredStyle = Static<typeof StoredStyle>;

interface Stroke {
  readonly colour: string;
  /** Pixels; 0 for no line. */
  readonly width: number;
  readonly opacity: number;
  /** Drawn a pixel wider beneath: what lies beside it makes no colour illegible. */
  readonly casing: string;
}

/** How the features of a layer are drawn. Colours are those of `#rrggbb`. */
export interface MapStyle {
  readonly point: {
    readonly colour: string;
    readonly radius: number;
    readonly opacity: number;
    readonly casing: string;
  };
  readonly line: Stroke;
  readonly polygon: Stroke & { readonly fill: string; readonly fillOpacity: number };
  readonly label: LabelStyle | null;
  /** Colours by an attribute, instead of those above; null: none. */
  readonly classes: MapClasses | null;
}

export interface LabelStyle {
  /** Attribute whose values are written; null: the first of those that usually hold names. */
  readonly property: string | null;
  readonly colour: string;
  readonly halo: string;
  /** Pixels. */
  readonly size: number;
}

const BLUE = '#0b5fff';
const WHITE = '#ffffff';

/** Strong colours with a white casing: seen on dark and on light imagery, and on white. */
export const DEFAULT_STYLE: MapStyle = {
  point: { colour: '#e0301e', radius: 5, opacity: 1, casing: WHITE },
  line: { colour: BLUE, width: 2, opacity: 1, casing: WHITE },
  polygon: { fill: BLUE, fillOpacity: 0.25, colour: BLUE, width: 1.5, opacity: 1, casing: WHITE },
  label: { property: null, colour: '#1a1a1a', halo: WHITE, size: 12 },
  classes: null,
};

/** Attributes that usually hold names, in any letter case, best first: English, German, French, Spanish, Italian, Portuguese. */
const NAMES = ['name', 'label', 'title', 'titel', 'bezeichnung', 'nom', 'nombre', 'nome'];

/** Reads a style out of a dataset's metadata. @returns undefined for what is none */
export function readMapStyle(stored: unknown): MapStyle | undefined {
  if (!Value.Check(StoredStyle, stored)) return undefined;
  const { point, line, polygon, label, classes }: StoredStyle = stored;
  if (classes !== undefined && !areSound(classes)) return undefined;
  return {
    point: { ...DEFAULT_STYLE.point, ...point },
    line: { ...DEFAULT_STYLE.line, ...line },
    polygon: { ...DEFAULT_STYLE.polygon, ...polygon },
    label: label === 'none' ? null : { ...DEFAULT_STYLE.label!, ...label },
    classes: classes ?? null,
  };
}

/** The attribute whose values are written beside features; undefined for none. */
export function labelColumn({ label }: MapStyle, columns: readonly string[]): string | undefined {
  if (label === null) return undefined;
  if (label.property !== null) return columns.find((column) => column === label.property);
  for (const name of NAMES) {
    const found = columns.find((column) => column.toLowerCase() === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The attribute that colours go by; undefined for none, or one that the layer does not have. */
export const classColumn = ({ classes }: MapStyle, columns: readonly string[]): string | undefined =>
  columns.find((column) => column === classes?.property);

/** The style with all its colours replaced by one. */
export const inColour = (style: MapStyle, colour: string): MapStyle => ({
  ...style,
  point: { ...style.point, colour },
  line: { ...style.line, colour },
  polygon: { ...style.polygon, fill: colour, colour },
});
