/** Addresses of the files that tools/vite-spark.mjs makes of Spark. It puts them here when the pages are built. */
export const workerUrl: string = '';
export const wasmUrl: string = '';
