import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Usage, UsagePoint } from '#lib/model/compute/metrics.ts';

/** Usage of a machine that does little except what is given. */
export const usage = (cpu: number | null, net: number | null = 0): Usage => ({
  cpu_percent: cpu,
  ram_percent: 12.5,
  ram_used_mib: 64,
  net_rx_bytes_per_second: net,
  net_tx_bytes_per_second: net,
  disk_read_bytes_per_second: 0,
  disk_write_bytes_per_second: 1_000_000,
  disk_used_percent: 12.5,
});

/** One sample every ten seconds in [from, to). */
export const every10 = (from: number, to: number, cpu: (at: number) => number): UsagePoint[] =>
  Array.from({ length: (to - from) / 10 }, (_, index) => from + index * 10).map((at) => ({
    at,
    usage: usage(cpu(at)),
  }));

/** The civil clock, in epoch seconds. */
export const civilSeconds = () => Math.floor(civilNow().getTime() / 1000);

export const stamp = (at: number) => rfc3339(new Date(at * 1000));

/** The start of the step that a moment is in. */
export const aligned = (at: number, step: number) => Math.floor(at / step) * step;
