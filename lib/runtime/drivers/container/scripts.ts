import { readFileSync } from 'node:fs';

function script(name: string): string {
  return readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');
}

/** A machine's pid 1. */
export const INIT_SCRIPT = script('init.sh');
/** The programs `poweroff`, `halt`, `shutdown` and `reboot` inside a machine. */
export const POWER_SCRIPT = script('power.sh');
