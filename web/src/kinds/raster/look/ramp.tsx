type RampProps = {
  readonly colours: readonly string[];
  /** True for steps instead of a blend. */
  readonly isStepped: boolean;
};

/** A picture of colours from low to high. */
export const Ramp = ({ colours, isStepped }: RampProps) => (
  <div
    className="al-ramp"
    aria-hidden
    style={{ background: `linear-gradient(to right, ${(isStepped ? steps(colours) : colours).join(', ')})` }}
  />
);

/** Each colour twice, at both ends of its step. */
const steps = (colours: readonly string[]): readonly string[] =>
  colours.map((colour, at) => `${colour} ${(100 * at) / colours.length}% ${(100 * (at + 1)) / colours.length}%`);
