// Made from src/kinds/pointcloud/records/class-names.ts, by `npm run docs`.

/** Names of the classes of LAS 1.4 R15. */
export const CLASS_NAMES: readonly string[] = [
  "Never classified",
  "Unclassified",
  "Ground",
  "Low vegetation",
  "Medium vegetation",
  "High vegetation",
  "Building",
  "Low point (noise)",
  "Model key point",
  "Water",
  "Rail",
  "Road surface",
  "Overlap",
  "Wire guard (shield)",
  "Wire conductor (phase)",
  "Transmission tower",
  "Wire connector (insulator)",
  "Bridge deck",
  "High noise",
  "Overhead structure",
  "Ignored ground",
  "Snow",
  "Temporal exclusion"
];

/** Classes from this number on are defined by the user. */
export const FIRST_USER_CLASS = 64;
