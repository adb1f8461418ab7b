import '../styles/choosing.css';
type RowCheckProps = {
  readonly label: string;
  readonly checked: boolean;
  /** Some of what the box stands for is chosen. */
  readonly partly?: boolean;
  readonly tabIndex: number;
  readonly onChoose: (range: boolean) => void;
};

/** The box a row is chosen with. A plain input: ten thousand rows are scrolled past it. */
export const RowCheck = ({ label, checked, partly = false, tabIndex, onChoose }: RowCheckProps) => (
  <label className="al-check">
    <input
      ref={(box) => {
        if (box !== null) box.indeterminate = partly;
      }}
      type="checkbox"
      aria-label={label}
      checked={checked}
      tabIndex={tabIndex}
      data-stop=""
      // The click tells of Shift, which the change does not.
      onClick={(event) => onChoose(event.shiftKey)}
      onChange={() => undefined}
    />
  </label>
);
