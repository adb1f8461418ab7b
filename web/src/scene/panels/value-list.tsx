/** Names and values, a line each: a panel has little room. */
export const ValueList = ({ values }: { readonly values: readonly (readonly [name: string, value: string])[] }) => (
  <dl className="al-scene-values">
    {values.map(([name, value], index) => (
      // Two extra values may have the same name.
      <div key={index}>
        <dt>{name}</dt>
        <dd className="al-figures">{value}</dd>
      </div>
    ))}
  </dl>
);
