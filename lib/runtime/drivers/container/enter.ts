import type { Launch } from '#lib/runtime/launch.ts';
import { launcher, markWord } from '#lib/runtime/launcher/launcher.ts';
import type { ProcessMark } from '#lib/runtime/system/processes.ts';

/** The processes by which a machine is entered: that of its VPC's network, and its init. */
export interface Door {
  readonly networkHost: ProcessMark;
  readonly init: ProcessMark;
}

/** Settings by which the launcher finds a machine. */
export const doorSettings = ({ networkHost, init }: Door) => ({
  network_host: markWord(networkHost),
  init: markWord(init),
});

/** Runs `argv` of the host in nothing but the network of the machine, or of the VPC where `init` is that one's. */
export function enterNetwork({ networkHost, init }: Door, argv: readonly string[]): Launch {
  return launcher('network', { network_host: markWord(networkHost), process: markWord(init) }, argv);
}
