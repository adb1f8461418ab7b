/** What a vector file is called, without the extension, when a driver gets it; layers named after it have no name of their own. */
export const FILE_STEM = 'layer-of-file';

/** What such a layer is called in what is built: files of any name share that. */
export const UNNAMED_LAYER = 'features';
