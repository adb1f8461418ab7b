import { expect, test } from 'vitest';
import { parseViews, viewsPath, withView } from './saved-views.ts';

const VIEW = { name: 'Door', position: [1, 2, 3], target: [4, 5, 6] } as const;
const NEW = { ...VIEW, up: [0, -1, 0] } as const;

test('the views of a file lie beside it', () => {
  expect(viewsPath('scans/church.tar.ply')).toBe('scans/church.tar_cameras.json');
  expect(viewsPath('a.b/church')).toBe('a.b/church_cameras.json');
});

test('a saved view is read again, and what was there stays', () => {
  const first = withView(null, NEW)!;
  expect(JSON.parse(first)).toEqual([{ ...NEW, fov: 50 }]);
  const second = withView(first, { ...NEW, name: 'Altar' })!;
  expect(parseViews(second)).toEqual([VIEW, { ...VIEW, name: 'Altar' }]);
  const others = withView('{"by":"X","cameras":[{"id":7}]}', NEW)!;
  expect(JSON.parse(others)).toMatchObject({ by: 'X', cameras: [{ id: 7 }, { name: 'Door' }] });
  expect(parseViews(others)).toEqual([VIEW]);
});

test.each(['', 'no JSON', '{"by":"X"}', '{"cameras":{"id":7}}', 'null', '7'])('no view is added to %j', (text) =>
  expect(withView(text, NEW)).toBeNull(),
);

test('cameras with a turn look along it', () => {
  const views = parseViews(
    '[{"position":[0,0,0],"quaternion":[0,0,0,1]},{"position":[1,1,1],"quaternion":[0.5,0.5,0.5,0.5]}]',
  );
  expect(views).toEqual([
    { name: 'View 1', position: [0, 0, 0], target: [0, 0, -10] },
    { name: 'View 2', position: [1, 1, 1], target: [-9, 1, 1] },
  ]);
});

test.each([
  '',
  'null',
  '{}',
  '[1,null]',
  '[{"position":[1,2,"3"],"target":[0,0,0]}]',
  '[{"position":[1,2,3],"target":[1,2,3]}]',
  '[{"position":[1e308,2,3],"target":[-1e308,2,3]}]',
  '[{"position":[1,2,3],"quaternion":[1e200,1e200,0,1]}]',
])('no view is taken from %j', (text) => expect(parseViews(text)).toEqual([]));
