import { rotateKeys } from '#lib/domain/identity/sessions/rotate-keys.ts';
import { tick } from '#lib/edge/tick.ts';

/** Every day: rotates the keys that sign access tokens, where they are 30 days old. */
export const handler = tick('keysTick', rotateKeys);
