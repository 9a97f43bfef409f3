import type { FirstBoot } from '#lib/model/compute/first-boot.ts';
import type { ServiceFailure } from '#lib/model/compute/service-failure.ts';
import type { Backend } from '#lib/runtime/backend.ts';
import type { HostDisks } from '#lib/runtime/disks/machine-disks.ts';
import type { OwnPowerOffCause } from '#lib/runtime/driver.ts';
import type { MachineGroups } from '#lib/runtime/groups/groups.ts';
import type { ImageStore } from '#lib/runtime/image-store/store.ts';
import type { FolderPlace } from './machine-folder.ts';

/** What a machine gets from its host. */
export interface MachineContext extends FolderPlace {
  readonly backend: Backend;
  readonly disks: HostDisks;
  /** Images beside the host's own system; null where there can be none. */
  readonly images: ImageStore | null;
  /** Control groups of machines; null where there can be none. */
  readonly groups: MachineGroups | null;
  /** The folder in which console logs are kept for a later runtime. */
  readonly consoles: string;
  powerOff(id: string, cause: OwnPowerOffCause): void;
  /** It is down, in whatever way. */
  ended(id: string): void;
  /** Its console log has more lines. */
  wrote(id: string): void;
  firstBoot(id: string, news: FirstBoot): void;
  serviceFailed(id: string, news: ServiceFailure): void;
  log(line: string): void;
}
