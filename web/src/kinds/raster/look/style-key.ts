/** Key of the metadata of an entry that holds its usual look. */
export const STYLE_KEY = 'style';
