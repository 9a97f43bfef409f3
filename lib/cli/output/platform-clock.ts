import { PlatformClock } from '#lib/client/platform-clock.ts';

/** The clock of the platform that this command asks: ages are counted by it. */
export const platformClock = new PlatformClock();
