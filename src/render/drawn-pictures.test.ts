import { describe, expect, it } from 'vitest';
import { createDrawnPictures } from './drawn-pictures.ts';
import type { EncodedImage } from './encode.ts';

const picture = (bytes: number): EncodedImage => ({ bytes: Buffer.alloc(bytes), contentType: 'image/png' });

describe('drawn pictures', () => {
  it('are drawn once for all who ask meanwhile, and kept', async () => {
    const drawn = createDrawnPictures(1000);
    let times = 0;
    const draw = async () => {
      times += 1;
      await Promise.resolve();
      return picture(10);
    };
    const [one, other] = await Promise.all([
      drawn.getOrDraw('a', undefined, draw),
      drawn.getOrDraw('a', undefined, draw),
    ]);
    expect(one).toBe(other);
    expect(await drawn.getOrDraw('a', undefined, draw)).toBe(one);
    expect(times).toBe(1);
  });

  it('leave for newer ones when the memory is full', () => {
    const drawn = createDrawnPictures(250);
    for (const key of ['a', 'b', 'c']) drawn.set(key, picture(100));
    expect(drawn.get('a')).toBeUndefined();
    expect(drawn.get('c')?.bytes).toHaveLength(100);
  });

  it('are not kept without memory', async () => {
    const drawn = createDrawnPictures(0);
    await drawn.getOrDraw('a', undefined, () => Promise.resolve(picture(1)));
    expect(drawn.get('a')).toBeUndefined();
  });

  it('are not kept when drawing fails', async () => {
    const drawn = createDrawnPictures(1000);
    await expect(drawn.getOrDraw('a', undefined, () => Promise.reject(new Error('no ink')))).rejects.toThrow('no ink');
    expect(drawn.get('a')).toBeUndefined();
  });

  it('are forgotten by the start of their keys', () => {
    const drawn = createDrawnPictures(1000);
    for (const key of ['one\0a', 'one\0b', 'other\0a']) drawn.set(key, picture(1));
    drawn.forget('one\0');
    expect(['one\0a', 'one\0b', 'other\0a'].map((key) => drawn.get(key) !== undefined)).toEqual([false, false, true]);
  });
});
