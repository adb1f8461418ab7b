import type { Drafts, Field } from './fields.ts';

/** The fields that count with what the others hold: those of another base, say, are not asked for and not sent. */
export const shownFields = (fields: readonly Field[], drafts: Drafts): readonly Field[] =>
  fields.filter(({ when }) => {
    if (when === null || when === undefined) return true;
    const draft = drafts[when.parameter];
    return when.is.some((value) => draft === value || draft === JSON.stringify(value));
  });
