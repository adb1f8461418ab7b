import type { Drawing } from './drawing/drawing.ts';
import type { MeasurementStore } from './keeping/measurement-store.ts';
import { newId } from './keeping/sidecar.ts';
import { type Feature, measurementOf } from './model/measurement.ts';
import { freeName, newFeature, withProperties } from './model/new-feature.ts';

type Editing = {
  readonly store: MeasurementStore;
  readonly person: string | null;
  readonly surface: string | null;
  /** Asks for the heights of what is new or changed. */
  readonly measure: (feature: Feature) => void;
};

/** What a person does to measurements, each with who and when. */
export function editsOf({ store, person, surface, measure }: Editing) {
  const now = (): string => new Date().toISOString();
  const put = (feature: Feature): void => {
    store.edit([{ id: feature.id, after: feature }]);
    measure(feature);
  };
  return {
    /** @returns its id */
    create({ tool, positions }: Drawing): string {
      const names = store.state().features.map((feature) => measurementOf(feature).name);
      const id = newId();
      put(newFeature({ id, tool, positions, name: freeName(tool, names), surface, by: person, at: now() }));
      return id;
    },
    change(feature: Feature, properties: Readonly<Record<string, unknown>>): void {
      // Seconds may have gone since the row was drawn: heights came, or somebody else's change.
      const current = store.state().features.find(({ id }) => id === feature.id) ?? feature;
      const next = withProperties(current, properties, { by: person, at: now() });
      if ('base' in properties) put(next);
      else store.edit([{ id: next.id, after: next }]);
    },
    remove: ({ id }: Feature): void => store.edit([{ id, after: null }]),
  };
}
