import type { Figures } from '../model/figures.ts';

/** Names and values, a line each. */
export const FigureList = ({ figures }: { readonly figures: Figures }) =>
  figures.length === 0 ? null : (
    <dl className="al-measuring-figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="al-figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
