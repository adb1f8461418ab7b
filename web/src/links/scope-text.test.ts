import { expect, test } from 'vitest';
import { scopeText } from './scope-text.ts';

const NOTHING = { kind: 'personal' as const, organization: null, dataset: null, path: null, readOnly: true };

test.each([
  [NOTHING, 'everything you reach, read only'],
  [{ ...NOTHING, readOnly: false }, 'everything you reach, read and write'],
  [{ ...NOTHING, kind: 'link' as const, organization: 'club', dataset: 'a' }, 'Link to club/a, read only'],
  [{ ...NOTHING, organization: 'club' }, 'club, read only'],
  [{ ...NOTHING, organization: 'club', dataset: 'survey', path: '' }, 'club/survey, read only'],
  [{ ...NOTHING, organization: 'club', dataset: 'survey', path: 'maps/2026' }, 'club/survey/maps/2026, read only'],
])('%j', (token, text) => expect(scopeText(token)).toBe(text));
