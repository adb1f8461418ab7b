import { expect, it } from 'vitest';
import { outsideName } from './reference.ts';

it.each([
  ['../../x.mtl', '../../x.mtl'],
  ['/srv/tex/wall.png', 'wall.png by an absolute path'],
  ['"C:\\tex\\wall.png"', 'wall.png by an absolute path'],
  ['file:///etc/passwd', 'passwd by an absolute path'],
  ['http://user:word@10.0.0.1:9/a/x.png?key=1', 'x.png of 10.0.0.1:9'],
  ['//host/x.png', 'x.png of host'],
  ['https://example.com', 'a folder of example.com'],
  ['/', 'a folder by an absolute path'],
])('%s is told as %s', (name, told) => {
  expect(outsideName(name)).toBe(told);
});

it('is short whatever it is made of', () => {
  expect(outsideName(`../${'x'.repeat(100_000)}`).length).toBeLessThanOrEqual(200);
  expect(outsideName(`http://${'h'.repeat(1000)}/${'x'.repeat(1000)}`).length).toBeLessThanOrEqual(404);
});
