import { expect, test } from 'vitest';
import { createFlight } from './flight.ts';

const FROM = { target: [0, 0, 0], distance: 100, azimuth: 350, tilt: 0 } as const;
const TO = { target: [10, 20, 30], distance: 50, azimuth: 10, tilt: 90 } as const;

test('a flight begins where one is, goes the shorter way round and ends where one wants to be', () => {
  let now = 1000;
  const flight = createFlight(
    () => now,
    () => false,
  );
  flight.begin(FROM, TO);
  const poses = [1000, 1300, 1600].map((time) => {
    now = time;
    return flight.pose(FROM);
  });
  expect(poses).toEqual([FROM, { target: [5, 10, 15], distance: 75, azimuth: 0, tilt: 45 }, TO]);
  expect([flight.isOn(), flight.pose(FROM)]).toEqual([false, FROM]);
});

test('it ends when one goes elsewhere, and is over at once where nothing is to move', () => {
  const still = createFlight(
    () => 5,
    () => true,
  );
  still.begin(FROM, TO);
  expect([still.pose(FROM), still.isOn()]).toEqual([TO, false]);
  still.begin(FROM, TO);
  still.end();
  expect(still.pose(FROM)).toEqual(FROM);
});
