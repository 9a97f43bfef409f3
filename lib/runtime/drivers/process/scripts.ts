import { readFileSync } from 'node:fs';

/** A process machine's init. */
export const INIT_SCRIPT = readFileSync(new URL('./init.sh', import.meta.url), 'utf8');
/** The container driver's `poweroff`, `halt`, `shutdown` and `reboot`, which signal $SVC_INIT. */
export const POWER_SCRIPT = readFileSync(new URL('../container/power.sh', import.meta.url), 'utf8');
