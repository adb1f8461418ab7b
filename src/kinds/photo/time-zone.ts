import tzLookup from '@photostructure/tz-lookup';

/** Wall clock time, as fields that are counted like UTC: `Date.UTC` of year, month, day and time of day. */
type WallClock = number;

/** Formats by zone: making one costs a hundred times its use. There are some 400 zones on land and 25 at sea. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The instant, in milliseconds, at which clocks at a position showed this time. Of an hour that came twice the first. */
export function instantAt(wallClock: WallClock, latitude: number, longitude: number): number {
  const zone = tzLookup(latitude, longitude);
  const early = wallClock - offsetAt(zone, wallClock - DAY_MS);
  const late = wallClock - offsetAt(zone, wallClock + DAY_MS);
  // Around a change of the clocks two offsets come into question; right is the one that leads back to the same time.
  const right = [early, late].filter((instant) => instant + offsetAt(zone, instant) === wallClock);
  return right.length === 0 ? early : Math.min(...right);
}

const DAY_MS = 86_400_000;

/** What clocks of a zone are ahead of UTC at an instant, in milliseconds. */
function offsetAt(zone: string, instant: number): number {
  const whole = Math.floor(instant / 1000) * 1000;
  const parts = formatOf(zone).formatToParts(whole);
  const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((one) => one.type === type)?.value);
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return shown - whole;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en-US', {
    ...numeric,
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
    timeZone: zone,
  });
  formats.set(zone, format);
  return format;
}
