import { ringStream } from '#lib/drivers/wakeup/ring.ts';
import { onActivity } from '#lib/store/platform/activity.ts';

/** Connects the store with the reader that continues its work. The edge calls it when a function starts. */
export const wireStore = (): void => onActivity(ringStream);
