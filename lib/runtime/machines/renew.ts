import { isDeepStrictEqual } from 'node:util';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { KeptRecord } from './record.ts';
import type { Running } from './running.ts';

/** What of a spec changes while a machine runs. */
export const settingsOf = ({ name, facts, authorized_keys, firewall, addresses }: MachineSpec) => ({
  name,
  facts,
  authorized_keys,
  firewall,
  addresses,
});

/** Gives a machine that runs, and may have run on while nobody could tell it, what is set by now. PORT_IN_USE. */
export async function renew(running: Running | null, kept: KeptRecord, spec: MachineSpec): Promise<void> {
  if (!running) return;
  const record = await kept.need();
  const next = { ...record.spec, ...settingsOf(spec), ssh: spec.ssh };
  if (isDeepStrictEqual(next, record.spec)) return;
  if (!isDeepStrictEqual(spec.ssh, record.spec.ssh)) await running.serveAt(spec.ssh);
  await kept.save({ ...record, spec: next });
  await running.apply(spec);
}
