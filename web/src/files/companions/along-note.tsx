import { Text } from '@mantine/core';
import type { Entry } from '../../api/answers.ts';
import { plain } from '../../format/plain.ts';
import { baseName } from '../entry-path.ts';
import { isMeasurements } from '../../measuring/keeping/sidecar-paths.ts';
import { ScrollGroup } from '../../parts/scroll-group.tsx';
import { allOf } from './going-along.ts';
import type { AlongState } from './use-along.ts';
import { i18n } from '../../languages/i18n.ts';

/** Names that are shown; the others are counted. Measurements are all shown where they are deleted: somebody made them by hand. */
const SHOWN = 100;

/** More names than that scroll by themselves. */
const SHORT = 6;

type AlongNoteProps = {
  readonly way: 'move' | 'copy' | 'rename' | 'delete';
  /** How many the dialog is about. */
  readonly chosen: number;
  readonly along: AlongState;
};

/** Says how many files go along with those that the dialog is about, and which. */
export function AlongNote({ way, chosen, along }: AlongNoteProps) {
  const { count, shared, needed, isPending, unknown } = along;
  const going = allOf(along);
  const made = way === 'delete' ? going.filter(({ path }) => isMeasurements(path)) : [];
  const others = way === 'delete' ? going.filter(({ path }) => !isMeasurements(path)) : going;
  const lines = [
    isPending ? i18n.t('Looking for files that belong here …') : null,
    unknown === null ? null : unknownText(unknown, chosen),
    shared > 0
      ? i18n.t(
          '{count, plural, one {# companion file stays: it belongs to another file as well.} other {# companion files stay: they belong to other files as well.}}',
          { count: shared },
        )
      : null,
    needed > 0
      ? i18n.t(
          '{count, plural, one {# needed file, such as a texture, stays: other files may use it.} other {# needed files, such as textures, stay: other files may use them.}}',
          { count: needed },
        )
      : null,
  ].filter((line) => line !== null);
  if (lines.length + count === 0) return null;
  return (
    <div role="status">
      {made.length > 0 && (
        <Names
          title={i18n.t(
            '{count, plural, one {# file of measurements is deleted as well:} other {# files of measurements are deleted as well:}}',
            { count: made.length },
          )}
          entries={made}
          shown={made.length}
        />
      )}
      {others.length > 0 && <Names title={alongText(way, others.length)} entries={others} shown={SHOWN} />}
      {lines.map((line) => (
        <Text key={line} size="sm" c="dimmed" className="al-break">
          {line}
        </Text>
      ))}
    </div>
  );
}

type NamesProps = { readonly title: string; readonly entries: readonly Entry[]; readonly shown: number };

function Names({ title, entries, shown }: NamesProps) {
  const names = (
    <Text size="sm" c="dimmed" className="al-break">
      {entries
        .slice(0, shown)
        .map(({ path }) => plain(baseName(path)))
        .join(', ')}{' '}
      {entries.length > shown &&
        i18n.t('… and {count, plural, one {# other} other {# others}}.', { count: entries.length - shown })}
    </Text>
  );
  return (
    <>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      {entries.length > SHORT ? (
        <ScrollGroup className="al-failures" label={title}>
          {names}
        </ScrollGroup>
      ) : (
        names
      )}
    </>
  );
}

function unknownText(unknown: 'failed' | 'many', chosen: number): string {
  return unknown === 'many'
    ? i18n.t(
        '{chosen, plural, one {There are too many files beside it to look for those that belong to it. They stay where they are.} other {There are too many files beside them to look for those that belong to them. They stay where they are.}}',
        { chosen },
      )
    : i18n.t(
        '{chosen, plural, one {Files that belong to it could not be looked for. They stay where they are.} other {Files that belong to them could not be looked for. They stay where they are.}}',
        { chosen },
      );
}

function alongText(way: AlongNoteProps['way'], count: number): string {
  switch (way) {
    case 'delete':
      return i18n.t(
        '{count, plural, one {# companion file is deleted as well:} other {# companion files are deleted as well:}}',
        { count },
      );
    case 'copy':
      return i18n.t(
        '{count, plural, one {# companion file is copied along:} other {# companion files are copied along:}}',
        {
          count,
        },
      );
    case 'rename':
      return i18n.t(
        '{count, plural, one {# companion file is renamed along with it:} other {# companion files are renamed along with it:}}',
        { count },
      );
    case 'move':
      return i18n.t('{count, plural, one {# companion file moves along:} other {# companion files move along:}}', {
        count,
      });
  }
}
