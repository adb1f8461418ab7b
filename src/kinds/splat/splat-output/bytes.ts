/** The nearest byte. */
export const toByte = (value: number): number => Math.min(255, Math.max(0, Math.round(value)));

/** An opacity as a byte: at least 1, as readers drop splats without any. */
export const opacityByte = (opacity: number): number => Math.max(1, toByte(255 * opacity));
