import { readFileSync } from 'node:fs';

function script(name: string): string {
  return readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');
}

/** Pid 1 of a VPC's world. */
export const WORLD_SCRIPT = script('world.sh');
/** What builds a machine's namespaces and locks them. */
export const BOOT_SCRIPT = script('boot.sh');
/** A machine's pid 1. */
export const INIT_SCRIPT = script('init.sh');
/** `poweroff`, `halt`, `shutdown` and `reboot` inside a machine. */
export const POWER_SCRIPT = script('power.sh');
/** What puts a volume into a running machine, or takes it out. */
export const VOLUME_SCRIPT = script('volume.pl');
