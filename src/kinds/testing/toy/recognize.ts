import { EntryType, genericFacts, type FormatFamily } from '../../../inspection/index.ts';
import { toyFacts } from './read/operations.ts';

export const toyFamily: FormatFamily = {
  name: 'toy',
  recognizes: ({ head }) => head.toString('latin1', 0, 4) === 'TOY ',
  async inspect({ path }, engine, signal) {
    try {
      const { position, colour } = await engine.call(toyFacts, { path }, { signal });
      return {
        type: EntryType.DroneDB,
        properties: { colour },
        pointGeometry: { type: 'Point', coordinates: [...position, 0] },
        polygonGeometry: null,
      };
    } catch {
      return genericFacts('This file cannot be read as a marker.');
    }
  },
};
