import type { ComponentType } from 'react';

/** For `lazy`: a part without which the page is of use. Where its file does not come, nothing stands in its place. */
export const orNothing = (load: () => Promise<ComponentType>) => async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: await load() };
  } catch {
    // The page in the language and colours of the browser is of more use than an error instead of it.
    return { default: () => null };
  }
};
