import type { Launch } from '#lib/runtime/launch.ts';
import { launcher, markWord } from '#lib/runtime/launcher/launcher.ts';
import type { ProcessMark } from '#lib/runtime/system/processes.ts';

/** The processes through which a machine is entered: its VPC's network host process, and its init. */
export interface Door {
  readonly networkHost: ProcessMark;
  readonly init: ProcessMark;
}

/** The launcher's settings that name a machine. */
export const doorSettings = ({ networkHost, init }: Door) => ({
  network_host: markWord(networkHost),
  init: markWord(init),
});

/**
 * Runs `argv` of the host in the network of the machine, and in nothing else of it. When `init` is the network host
 * process, that is the VPC's network.
 */
export function enterNetwork({ networkHost, init }: Door, argv: readonly string[]): Launch {
  return launcher('network', { network_host: markWord(networkHost), process: markWord(init) }, argv);
}
