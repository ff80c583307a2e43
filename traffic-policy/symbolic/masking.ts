/** Starts the placeholder of an unknown or masked value. If an id follows, equal ids mean equal values. */
const MASK_PREFIX = "\u0000";

export const maskedValue = (id: string): string => `${MASK_PREFIX}${id}`;

export const isMaskedValue = (text: string): boolean => text.startsWith(MASK_PREFIX);
