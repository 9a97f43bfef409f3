import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { samplesAtMost } from '#lib/model/compute/host-messages.ts';
import { rollUpEvery, type Usage, type UsagePoint } from '#lib/model/compute/metrics.ts';
import type { ComputeDriver } from '#lib/runtime/driver.ts';
import type { MachineSample } from '#lib/runtime/driver-view.ts';
import { DiskWatch } from './disk-watch.ts';
import type { Contact } from './faults.ts';
import type { HostLink, LinkInput } from './link/link.ts';
import { unlessGone } from './link/link-error.ts';

/** Seconds between two samples. */
const step = 10;
/** Most samples of one machine that may wait to be reported: six hours, which is as long as they would be kept. */
const maxWaiting = 2160;
/**
 * Machines whose samples are reported in one round. The others are reported in later rounds, so that many machines cost
 * no more per round than few.
 */
const { machines: machinesAtOnce, points: pointsAtOnce } = samplesAtMost;
/**
 * Seconds back from the start within which an earlier start of the agent may have left samples that are not rolled up.
 */
const rolledUpBy = 6 * 3600;

interface Meter {
  last: MachineSample | undefined;
  waiting: UsagePoint[];
  /** Start of the first quarter of an hour with samples that are not rolled up, in epoch seconds. */
  unrolled: number | undefined;
}

/**
 * Samples the host's machines every ten seconds and reports the samples. What cannot be reported is kept and reported
 * later.
 */
export class UsageReporter {
  readonly #link: HostLink;
  readonly #driver: Pick<ComputeDriver, 'samples'>;
  readonly #log: (text: string) => void;
  /** Seconds of samples that are written together. */
  readonly #batch: number;
  readonly #contact: Contact | undefined;
  readonly #meters = new Map<string, Meter>();
  readonly #disks = new DiskWatch();
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> | undefined;

  constructor(options: {
    link: HostLink;
    driver: Pick<ComputeDriver, 'samples'>;
    log: (text: string) => void;
    batch: number;
    contact?: Contact;
  }) {
    this.#link = options.link;
    this.#driver = options.driver;
    this.#log = options.log;
    this.#batch = options.batch;
    this.#contact = options.contact;
  }

  start(): void {
    this.#timer = setInterval(() => void this.beat(), step * 1000);
  }

  /** Writes the samples that wait, and ends. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    await this.#write([...this.#meters].filter(([, { waiting }]) => waiting.length > 0)).catch(() => undefined);
  }

  /** Does one round: samples, writes, roll-ups. While a round runs, a second call joins it. */
  beat(): Promise<void> {
    const round = async () => {
      await this.#sample();
      if (this.#contact?.lost) return;
      await this.#write(this.#due());
      await this.#rollUp();
      await this.#disks.report((id, news) =>
        unlessGone(this.#link.call('reportMachine', { event: 'disk_filling', news }, { id })),
      );
    };
    this.#beating ??= round()
      .catch((error: Error) => this.#log(`metrics: ${error.message}`))
      .finally(() => {
        this.#beating = undefined;
      });
    return this.#beating;
  }

  async #sample(): Promise<void> {
    const samples = await this.#driver.samples();
    const now = Math.floor(civilNow().getTime() / 1000);
    // The step that has just ended, named by its start.
    const at = Math.floor(now / step) * step - step;
    const present = new Set(samples.map(({ id }) => id));
    for (const [id, meter] of this.#meters) if (!present.has(id)) meter.last = undefined;
    for (const sample of samples) {
      const meter = this.#meterOf(sample.id, at);
      const usage = meter.last && usageBetween(meter.last, sample);
      meter.last = sample;
      this.#disks.look(sample.id, diskPercent(sample));
      if (usage && meter.waiting.at(-1)?.at !== at) meter.waiting.push({ at, usage });
      meter.waiting.splice(0, meter.waiting.length - maxWaiting);
    }
  }

  #meterOf(id: string, at: number): Meter {
    const known = this.#meters.get(id);
    if (known) return known;
    const meter = { last: undefined, waiting: [], unrolled: quarterOf(at - rolledUpBy) + rollUpEvery };
    this.#meters.set(id, meter);
    return meter;
  }

  /** The machines with enough waiting samples; those with the most samples first. */
  #due(): [string, Meter][] {
    return [...this.#meters]
      .filter(([, { waiting, last }]) => waiting.length * step >= (last ? this.#batch : 1))
      .sort(([, one], [, other]) => other.waiting.length - one.waiting.length)
      .slice(0, machinesAtOnce);
  }

  async #write(meters: readonly [string, Meter][]): Promise<void> {
    // A machine has as many calls as its samples need; most have one.
    for (let rest = [...meters]; rest.length > 0; rest = rest.filter(([, { waiting }]) => waiting.length > 0)) {
      const sent = rest.slice(0, machinesAtOnce).map(([id, meter]) => {
        return { id, meter, points: meter.waiting.slice(0, pointsAtOnce) };
      });
      await this.#report(sent.map(({ id, points }) => ({ instance_id: id, points })));
      for (const { meter, points } of sent) {
        meter.waiting.splice(0, points.length);
        meter.unrolled ??= quarterOf(points[0]?.at ?? 0);
      }
    }
  }

  /** Has a quarter of an hour rolled up once it is over and none of its samples waits. */
  async #rollUp(): Promise<void> {
    const end = quarterOf(civilNow().getTime() / 1000);
    const ended = [...this.#meters].filter(([, meter]) => hasEnded(meter, end)).slice(0, machinesAtOnce);
    const ranges = ended.map(([instance_id, { unrolled = end }]) => {
      const to = Math.min(end, unrolled + rolledUpBy);
      return { instance_id, points: [], roll_up: { from: unrolled, to } };
    });
    if (ranges.length > 0) await this.#report(ranges);
    for (const [, meter] of ended) meter.unrolled = undefined;
    for (const [id, { last, waiting, unrolled }] of this.#meters) {
      if (last || waiting.length > 0 || unrolled !== undefined) continue;
      this.#meters.delete(id);
      this.#disks.forget(id);
    }
  }

  /** Machines that are not this host's any more are left out by the control plane. */
  async #report(batches: LinkInput<'reportSamples'>['batches']): Promise<void> {
    await this.#link.call('reportSamples', { step, batches });
  }
}

const hasEnded = ({ unrolled, waiting }: Meter, end: number): boolean =>
  unrolled !== undefined && unrolled < end && waiting.every(({ at }) => at >= end);

const quarterOf = (seconds: number): number => Math.floor(seconds / rollUpEvery) * rollUpEvery;

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
const diskPercent = ({ disk_used_mib, disk_gib }: MachineSample): number | null =>
  disk_used_mib === null ? null : (100 * disk_used_mib) / (disk_gib * 1024);

/** A driver without limits may let a machine use more than its plan has. That is shown as 100 percent. */
const percent = (share: number): number => Math.min(100, share * 100);
