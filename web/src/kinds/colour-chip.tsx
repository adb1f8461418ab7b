/** A sign in the colours of a layer; several are side by side. */
export const ColourChip = ({ colours }: { readonly colours: readonly string[] }) => (
  <span
    className="al-swatch"
    style={{ background: colours.length > 1 ? `linear-gradient(to right, ${colours.join(', ')})` : colours[0] }}
  />
);
