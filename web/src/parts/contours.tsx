/** Rings of a small hill, the way a topographic map draws it: outlines for a picture that is not there yet. */
const RINGS = [
  'M8 62C4 38 26 12 62 10s70 12 86 36 4 52-30 58-46 2-70 2S12 86 8 62Z',
  'M24 60c-2-18 14-34 42-36s50 10 60 26-2 34-26 38-32 0-48 0-26-12-28-28Z',
  'M42 58c0-10 12-20 30-20s32 8 36 18-6 20-20 22-20-2-28-2-18-8-18-18Z',
  'M60 56c0-5 7-9 16-9s15 4 16 9-5 9-11 9-21-3-21-9Z',
] as const;

export const Contours = ({ className }: { readonly className?: string }) => (
  <svg viewBox="0 0 160 116" className={className} aria-hidden="true" focusable="false">
    {RINGS.map((ring) => (
      <path key={ring} d={ring} fill="none" stroke="var(--al-contour)" strokeWidth="2" />
    ))}
  </svg>
);
