import type { Usage } from '#lib/model/compute/metrics.ts';
import type { MachineSample } from '#lib/runtime/driver-view.ts';

/** Longest time between two samples that counts as one step, in milliseconds. Usage over a longer gap is unknown. */
const longest = 25_000;

/** Answers the usage between two samples; null when they are of different boots, or too far apart. */
export function usageBetween(before: MachineSample, after: MachineSample): Usage | null {
  const elapsed = after.taken_ms - before.taken_ms;
  if (before.boot !== after.boot || elapsed <= 0 || elapsed > longest) return null;
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
  };
}

/** A driver without limits may let a machine use more than its plan has. That is shown as 100 percent. */
const percent = (share: number): number => Math.min(100, share * 100);
