/** Files that tools/vite-spark.mjs makes of Spark. */
declare module 'virtual:spark-files' {
  export const workerUrl: string;
  export const wasmUrl: string;
}
