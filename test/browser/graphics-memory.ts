import type { Page } from 'playwright-core';

/** Counts buffers and textures that nobody has freed, and contexts that are not given back. */
export const COUNTING = `(() => {
  const counts = [];
  const countOf = (context) => {
    const known = counts.find(({ of }) => of.deref() === context);
    if (known === undefined) counts.push({ of: new WeakRef(context), buffers: 0, textures: 0 });
    return known ?? counts.at(-1);
  };
  const { prototype } = WebGL2RenderingContext;
  for (const [what, one] of [['buffers', 'Buffer'], ['textures', 'Texture']]) {
    const [make, free] = [prototype['create' + one], prototype['delete' + one]];
    prototype['create' + one] = function () { countOf(this)[what] += 1; return make.call(this); };
    prototype['delete' + one] = function (it) { if (it) countOf(this)[what] -= 1; return free.call(this, it); };
  }
  window.graphics = () => ({
    buffers: counts.reduce((sum, { buffers }) => sum + buffers, 0),
    textures: counts.reduce((sum, { textures }) => sum + textures, 0),
    contexts: counts.filter(({ of }) => of.deref()?.isContextLost() === false).length,
  });
})()`;

/** Textures that three makes for each context; they go with it. */
export const OF_THREE = 4;

type Graphics = { readonly buffers: number; readonly textures: number; readonly contexts: number };

export const graphicsOf = (page: Page): Promise<Graphics> => page.evaluate<Graphics>('window.graphics()');
