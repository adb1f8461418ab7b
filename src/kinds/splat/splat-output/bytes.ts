/** Rounds to the nearest byte. */
export const toByte = (value: number): number => Math.min(255, Math.max(0, Math.round(value)));

/** Converts an opacity to a byte of at least 1, as readers drop splats with an opacity of 0. */
export const opacityByte = (opacity: number): number => Math.max(1, toByte(255 * opacity));
