import { typePatterns } from '#lib/model/platform/event-types.ts';

/** The kinds of events as patterns: `instance.*`. */
export const eventKinds = typePatterns.filter((pattern) => /^\w+\.\*$/.test(pattern));
