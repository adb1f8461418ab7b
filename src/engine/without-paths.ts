/** Longest message of a program or a library that is passed on. */
const MAX_LENGTH = 1000;
/** Absolute, with two names or more; what follows a letter, as in `photos/a/b.jpg`, is none, and so is the address of a host. */
const PATH = /(?<![\p{L}\p{N}_.@+/-]|\b[a-z][a-z\d]+:(?=\/\/[^/]))(?:\/+[\p{L}\p{N}_.@+-]+){2,}/gu;

/** Words of a program or a library without paths of this machine: where bytes lie is nobody's business outside. */
export const withoutPaths = (text: string): string =>
  // No half of a pair of surrogates where it is cut: the database would take none of the text.
  text.replace(PATH, 'a file').slice(0, MAX_LENGTH).toWellFormed();
