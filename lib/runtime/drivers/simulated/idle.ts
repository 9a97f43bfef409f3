import type { MachineSample } from '#lib/runtime/driver-view.ts';

/** The sample of a machine in which nothing runs: it uses nothing, whatever its size. */
export const idleSample = (id: string): MachineSample => ({
  id,
  boot: id,
  taken_ms: performance.now(),
  cpus: 1,
  ram_mib: 1,
  cpu_seconds: 0,
  ram_used_mib: 0,
  net_rx_bytes: 0,
  net_tx_bytes: 0,
  disk_read_bytes: 0,
  disk_write_bytes: 0,
});
