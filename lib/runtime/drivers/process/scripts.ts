import { readFileSync } from 'node:fs';

/** A process machine's init. */
export const INIT_SCRIPT = readFileSync(new URL('./init.sh', import.meta.url), 'utf8');
/** `poweroff`, `halt`, `shutdown` and `reboot`: the container driver's, aimed at $SVC_INIT. */
export const POWER_SCRIPT = readFileSync(new URL('../container/power.sh', import.meta.url), 'utf8');
