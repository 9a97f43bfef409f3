import { ringActivity } from '#lib/drivers/wakeup/ring.ts';
import { onActivity } from '#lib/store/platform/activity.ts';

/** Connects the store with the programs that continue its work. The edge calls it when a function starts. */
export const wireStore = (): void => onActivity(ringActivity);
