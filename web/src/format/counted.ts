import { i18n } from '../languages/i18n.ts';

/** What is counted in places that do not know what it is. */
export type Counted = 'corner' | 'feature' | 'photo' | 'point' | 'splat' | 'triangle';

/** "1 feature", "1,204 features". */
export function formatCounted(count: number, what: Counted): string {
  switch (what) {
    case 'corner':
      return i18n.t('{count, plural, one {# corner} other {# corners}}', { count });
    case 'feature':
      return i18n.t('{count, plural, one {# feature} other {# features}}', { count });
    case 'photo':
      return i18n.t('{count, plural, one {# photo} other {# photos}}', { count });
    case 'point':
      return i18n.t('{count, plural, one {# point} other {# points}}', { count });
    case 'splat':
      return i18n.t('{count, plural, one {# splat} other {# splats}}', { count });
    case 'triangle':
      return i18n.t('{count, plural, one {# triangle} other {# triangles}}', { count });
  }
}
