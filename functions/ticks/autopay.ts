import { runAutopay } from '#lib/domain/billing/autopay/tick.ts';
import { tick } from '#lib/edge/tick.ts';

/** Every minute: debits what was announced a day ago under a mandate, and asks about mandates that wait for their bank. */
export const handler = tick('autopayTick', runAutopay);
