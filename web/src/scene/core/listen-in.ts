/** Takes listeners into a set. @returns what takes one in, which returns what takes it out */
export const listenIn =
  (all: Set<() => void>) =>
  (listener: () => void): (() => void) => {
    all.add(listener);
    return () => void all.delete(listener);
  };
