import Type, { type Static } from 'typebox';
import { json } from './fields.ts';

/** Tiles by zoom, column and row, of another site or of this one. Two slashes at the beginning would be another site without saying so. */
const TILES = String.raw`^(?=.*\{z\})(?=.*\{x\})(?=.*\{y\})(?:https?://[\w-]+(?:\.[\w-]+)*(?::\d{1,5})?/|/(?![/\\]))\S*$`;

/** The pattern knows no numbers: a port above 65535, or an address of a machine that is none. */
export const isTilesAddress = (url: string): boolean =>
  url.startsWith('/') || URL.canParse(url.replaceAll(/[{}]/g, ''));

const background = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 60 }),
    url: Type.Refine(Type.String({ pattern: TILES, maxLength: 2000 }), isTilesAddress),
    attribution: Type.Optional(Type.String({ maxLength: 500 })),
    otherSite: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

export const backgrounds = json(
  Type.Array(background, { maxItems: 20 }),
  'Backgrounds that people can choose on the map beside the coast lines: `[{"Name": "…", "Url": "https://…/{z}/{x}/{y}.png", "Attribution": "…", "OtherSite": true}]`. The browser asks another site for tiles only after the person agreed to it; `OtherSite` is `true` unless the address begins with `/`.',
  [],
);

export type BackgroundSetting = Static<typeof background>;
