import type { Usage } from '#lib/model/compute/metrics.ts';
import type { MachineSample } from '#lib/runtime/driver-view.ts';

/** Longest time between two samples that counts as one step, in milliseconds. Usage over a longer gap is unknown. */
const longestStep = 25_000;

/** Answers the usage between two samples; null when they are of different boots, or too far apart. */
export function usageBetween(before: MachineSample, after: MachineSample): Usage | null {
  const elapsed = after.taken_ms - before.taken_ms;
  if (before.boot !== after.boot || elapsed <= 0 || elapsed > longestStep) return null;
  const rate = (from: number | null, to: number | null) =>
    from === null || to === null ? null : (Math.max(0, to - from) * 1000) / elapsed;
  const busy = rate(before.cpu_seconds, after.cpu_seconds) ?? 0;
  return {
    cpu_percent: percent(busy / after.cpus),
    ram_percent: percent(after.ram_used_mib / after.ram_mib),
    ram_used_mib: after.ram_used_mib,
    net_rx_bytes_per_second: rate(before.net_rx_bytes, after.net_rx_bytes),
    net_tx_bytes_per_second: rate(before.net_tx_bytes, after.net_tx_bytes),
    disk_read_bytes_per_second: rate(before.disk_read_bytes, after.disk_read_bytes),
    disk_write_bytes_per_second: rate(before.disk_write_bytes, after.disk_write_bytes),
    disk_used_percent: diskPercent(after),
  };
}

/** Above 100 where a disk has no limit: whoever pays for a larger one wants to know. */
export const diskPercent = ({ disk_used_mib, disk_gib }: MachineSample): number | null =>
  disk_used_mib === null ? null : (100 * disk_used_mib) / (disk_gib * 1024);

/** A driver without limits may let a machine use more than its plan has. That is shown as 100 percent. */
const percent = (share: number): number => Math.min(100, share * 100);
