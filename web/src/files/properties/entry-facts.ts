import type { Entry } from '../../api/answers.ts';
import { formatBytes } from '../../format/bytes.ts';
import { formatNumber } from '../../format/count.ts';
import { formatMoment } from '../../format/time.ts';
import { formatAmount, textOf } from '../../format/value.ts';
import { type DetailsList, FACT_GROUPS, type FactRow, isFolder, lookOf } from '../../kinds/index.ts';
import { parentPath } from '../entry-path.ts';
import { propertyReader } from './property-reader.ts';
import { i18n } from '../../languages/i18n.ts';

export type Fact = readonly [name: string, value: string];
export type FactGroup = { readonly title: string; readonly facts: readonly Fact[] };

/** What is known about an entry, in words and units. Groups without facts are left out. */
export function factGroups(entry: Entry, details: DetailsList): readonly FactGroup[] {
  const { unread, ...properties } = propertyReader(entry, hiddenProperties(details));
  const rows = rowsFor(entry, details).map(({ group, name, text }) => ({
    group,
    fact: [name, text(properties)] as const,
  }));
  const groups = FACT_GROUPS.map((title) => ({
    title,
    facts: known([
      ...(title === i18n.t('Place') ? positionFacts(entry) : []),
      ...rows.filter(({ group }) => group === title).map(({ fact }) => fact),
    ]),
  }));
  const more = unread().map(([key, value]) => [humanKey(key), textOf(value)] as const);
  return [{ title: i18n.t('File'), facts: fileFacts(entry) }, ...groups, { title: i18n.t('More'), facts: more }].filter(
    ({ facts }) => facts.length > 0,
  );
}

/** Properties that are shown elsewhere, or mean nothing to people. */
const hiddenProperties = ({ all }: DetailsList): readonly string[] => [
  'warning',
  ...all.flatMap(({ hidden = [] }) => hidden),
];

/** Rows of the entry's own kind, then those of all others: a file may have properties that its kind does not know. */
const rowsFor = ({ type }: Entry, { ofType, all }: DetailsList): readonly FactRow[] => [
  ...new Set([ofType(type), ...all].flatMap(({ facts = [] }) => facts)),
];

const fileFacts = (entry: Entry): readonly Fact[] =>
  known([
    [i18n.t('Kind'), lookOf(entry).title],
    [i18n.t('Folder'), parentPath(entry.path) || i18n.t('The dataset itself')],
    [
      i18n.t('Size'),
      isFolder(entry)
        ? null
        : i18n.t('{count} ({count2} bytes)', { count: formatBytes(entry.size), count2: formatNumber(entry.size) }),
    ],
    [i18n.t('Modified'), formatMoment(entry.mtime)],
  ]);

function positionFacts({ point_geom }: Entry): readonly (readonly [string, string | null])[] {
  const [longitude, latitude, altitude] = point_geom?.geometry.coordinates ?? [];
  return [
    [i18n.t('Latitude'), latitude === undefined ? null : `${latitude.toFixed(6)}°`],
    [i18n.t('Longitude'), longitude === undefined ? null : `${longitude.toFixed(6)}°`],
    [i18n.t('Altitude'), altitude === undefined || altitude === 0 ? null : `${formatAmount(altitude, 1)} m`],
  ];
}

const known = (facts: readonly (readonly [string, string | null])[]): readonly Fact[] =>
  facts.filter((fact): fact is Fact => fact[1] !== null && fact[1] !== '');

/** "gpsDop" becomes "Gps dop". */
const humanKey = (key: string): string => {
  const words = key
    .replaceAll('_', ' ')
    .replace(/([a-z0-9])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};
