/** Pixels of a side of a picture: 64 MB of colours at most, and more than any screen has. */
export const MAX_SIDE = 4096;
/** Layers of one picture: each is drawn on its own. */
export const MAX_LAYERS = 100;
/**
 * Pixels of all layers of a picture: each layer is kept until the others are drawn, four bytes a pixel, which is 512 MB. Eight
 * layers of the largest picture, or a hundred of a screen of 1200 x 1000. Where memory is scarce there are fewer.
 */
export const MAX_PIXELS = 8 * MAX_SIDE ** 2;
/** Features, and pixels, that GetFeatureInfo tells of at most: what FEATURE_COUNT is cut to. */
export const MAX_INFO_FEATURES = 100;
