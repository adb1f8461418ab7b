import { expect, test } from 'vitest';
import { scopeText } from './scope-text.ts';

const NOTHING = { organization: null, dataset: null, path: null, readOnly: true };

test.each([
  [NOTHING, 'everything you reach, read only'],
  [{ ...NOTHING, readOnly: false }, 'everything you reach, read and write'],
  [{ ...NOTHING, organization: 'club' }, 'club, read only'],
  [{ ...NOTHING, organization: 'club', dataset: 'survey', path: '' }, 'club/survey, read only'],
  [{ ...NOTHING, organization: 'club', dataset: 'survey', path: 'maps/2026' }, 'club/survey/maps/2026, read only'],
])('%j', (token, text) => expect(scopeText(token)).toBe(text));
