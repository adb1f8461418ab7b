import { expect, it } from 'vitest';
import { redirectTarget } from './redirect.ts';

const from = (address: string, location?: string): string => redirectTarget(new URL(address), location).href;

it('D-3 refuses to go from https to http', () => {
  expect(() => from('https://a.example/x', 'http://a.example/x')).toThrow(/from https to http/);
  expect(() => from('https://a.example/x', 'HTTP://a.example/x')).toThrow(/from https to http/);
});

it('goes from http to https, and stays', () => {
  expect(from('http://a.example/x', 'https://a.example/x')).toBe('https://a.example/x');
  expect(from('https://a.example/x/y', '../z')).toBe('https://a.example/z');
  expect(from('https://a.example/x', '//b.example/z')).toBe('https://b.example/z');
});

it('leaves out names and passwords', () => {
  expect(from('http://a.example', 'http://user:word@b.example/')).toBe('http://b.example/');
});

it.each([undefined, 'http://', 'http://[::1'])('leads nowhere by %j', (location) => {
  expect(() => from('http://a.example', location)).toThrow(/nowhere/);
});
