import { randomInt } from 'node:crypto';

/** Six random decimal digits, for a person to type. */
export const newDigits = (): string => String(randomInt(1_000_000)).padStart(6, '0');
