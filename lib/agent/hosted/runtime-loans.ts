import type { IdRange } from './id-range.ts';
import { hasImages, imageFolder } from './keep-disks.ts';
import { MountLender } from './lend-mounts.ts';
import { claimIds, type MachineIds } from './machine-ids.ts';
import type { RuntimePlace } from './state-folder.ts';

/** What gives each machine of root's runtime ids of its own, and disks that are file systems; empty without. */
interface Loans {
  readonly ids?: MachineIds;
  readonly lender?: MountLender;
  readonly ownDisks?: boolean;
}

/** What is lent to a runtime, and to those that take its machines over: the disks of these stay mounted meanwhile. */
export class RuntimeLoans {
  #loans: Loans | null = null;

  /** The loans of a place. Where machines share one range of ids, the log has the reason. */
  async of({ state, homes }: RuntimePlace, range: IdRange | null, log: (line: string) => void): Promise<Loans> {
    if (homes === null || range === null) return {};
    this.#loans ??= await open(state, homes, range, log);
    return this.#loans;
  }

  /** Ends what lends. What it has lent stays lent. */
  end(): void {
    this.#loans?.lender?.end();
    this.#loans = null;
  }
}

async function open(
  state: string,
  { home, system }: NonNullable<RuntimePlace['homes']>,
  range: IdRange,
  log: (line: string) => void,
): Promise<Loans> {
  const ids = await claimIds(home, system);
  const images = await imageFolder(home);
  const lender = 'missing' in ids ? ids : await MountLender.open({ state, range, ids, images, log });
  if (!('missing' in ids) && !('missing' in lender))
    return { ids, lender, ownDisks: lender.keepsDisks || (await hasImages(home)) };
  log(`machines share one range of ids: ${'missing' in lender ? lender.missing : ''}`);
  return {};
}
