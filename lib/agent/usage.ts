import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { loadsAtMost, type MachineLoads, samplesAtMost } from '#lib/model/compute/host-usage.ts';
import { rollUpAtMost, rollUpSpan, rollUpStep, type UsagePoint } from '#lib/model/compute/metrics.ts';
import { coarsened } from '#lib/model/compute/usage-means.ts';
import type { ComputeDriver } from '#lib/runtime/driver.ts';
import type { MachineSample } from '#lib/runtime/driver-view.ts';
import { DiskWatch } from './disk-watch.ts';
import type { Contact } from './faults.ts';
import type { HostLink, LinkInput } from './link/link.ts';
import { unlessGone } from './link/link-error.ts';
import { diskPercent, usageBetween } from './usage-between.ts';
import { batchEnd, every, floorTo, rollUpDelay, type UsagePace } from './usage-moments.ts';

/** Most samples of one machine that may wait to be reported: six hours, which is as long as they are rolled up. */
const maxWaiting = 2160;
/** Samples from which the loads of the last minutes are made. */
const maxRecent = (loadsAtMost.minutes + 1) * 6;
const { machines: machinesAtOnce, points: pointsAtOnce } = samplesAtMost;
/**
 * Machines whose points are reported in one round. The others are reported in later rounds, so that many machines cost
 * no more per round than few.
 */
const machinesARound = 5 * machinesAtOnce;

interface Meter {
  last: MachineSample | undefined;
  /** Samples that are not reported. */
  waiting: UsagePoint[];
  /** The newest samples, reported or not. */
  recent: UsagePoint[];
  /** Start of the first quarter of an hour with points that are not rolled up, in epoch seconds. */
  unrolled: number | undefined;
  /** The newest point that this start of the agent has reported, in epoch seconds. */
  newest: number | undefined;
}

/**
 * Samples the host's machines every ten seconds, and reports the means of the samples over each step. What cannot be
 * reported is kept and reported later.
 */
export class UsageReporter {
  readonly #link: HostLink;
  readonly #driver: Pick<ComputeDriver, 'samples'>;
  readonly #log: (text: string) => void;
  readonly #pace: UsagePace;
  readonly #contact: Contact | undefined;
  readonly #meters = new Map<string, Meter>();
  readonly #disks = new DiskWatch();
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> | undefined;

  constructor(options: {
    link: HostLink;
    driver: Pick<ComputeDriver, 'samples'>;
    log: (text: string) => void;
    pace: UsagePace;
    contact?: Contact;
  }) {
    this.#link = options.link;
    this.#driver = options.driver;
    this.#log = options.log;
    this.#pace = options.pace;
    this.#contact = options.contact;
  }

  start(): void {
    this.#timer = setInterval(() => void this.beat(), every * 1000);
  }

  /** Writes the samples that wait and rolls up what is written, since machines may not run here again; and ends. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    const end = floorTo(civilNow().getTime() / 1000, rollUpStep) + rollUpStep;
    const all = [...this.#meters.keys()].map((id): [string, number] => [id, end]);
    await this.#write(all)
      .then(() => this.#rollUpTo(all))
      .catch(() => undefined);
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

  /** What each machine that runs used in its last whole minutes. */
  loads(): MachineLoads {
    const now = civilNow().getTime() / 1000;
    return [...this.#meters].slice(0, loadsAtMost.machines).flatMap(([instance_id, { last, recent }]) => {
      const minutes = coarsened(recent, 60)
        .filter(({ at }) => at <= now - 60 && at > now - (loadsAtMost.minutes + 1) * 60)
        .map(({ at, usage }) => ({ at, cpu: usage.cpu_percent, ram: usage.ram_percent }));
      return last && minutes.length > 0 ? [{ instance_id, minutes: minutes.slice(-loadsAtMost.minutes) }] : [];
    });
  }

  async #sample(): Promise<void> {
    const samples = await this.#driver.samples();
    const now = Math.floor(civilNow().getTime() / 1000);
    // The step that has just ended, named by its start.
    const at = floorTo(now, every) - every;
    const present = new Set(samples.map(({ id }) => id));
    for (const [id, meter] of this.#meters) if (!present.has(id)) meter.last = undefined;
    for (const sample of samples) {
      const meter = this.#meterOf(sample.id, at);
      const usage = meter.last && usageBetween(meter.last, sample);
      meter.last = sample;
      this.#disks.look(sample.id, diskPercent(sample));
      if (!usage || meter.recent.at(-1)?.at === at) continue;
      for (const [kept, most] of [
        [meter.waiting, maxWaiting],
        [meter.recent, maxRecent],
      ] as const) {
        kept.push({ at, usage });
        kept.splice(0, kept.length - most);
      }
    }
  }

  #meterOf(id: string, at: number): Meter {
    const known = this.#meters.get(id);
    if (known) return known;
    // An earlier start of the agent may have left points that are not rolled up.
    const unrolled = floorTo(at - rollUpAtMost, rollUpStep) + rollUpStep;
    const meter = { last: undefined, waiting: [], recent: [], unrolled, newest: undefined };
    this.#meters.set(id, meter);
    return meter;
  }

  /** The machines with a batch that is over, and its end; those with the most samples first. */
  #due(): [id: string, end: number][] {
    const now = civilNow().getTime() / 1000;
    const host = this.#link.hostId;
    return [...this.#meters]
      .map(([id, meter]) => ({
        id,
        meter,
        end: meter.last ? batchEnd(now, this.#pace, { host, id }) : now,
      }))
      .filter(({ meter: { waiting }, end }) => waiting.some(({ at }) => at < end))
      .sort(({ meter: one }, { meter: other }) => other.waiting.length - one.waiting.length)
      .slice(0, machinesARound)
      .map(({ id, end }) => [id, end]);
  }

  /** Reports the points of these machines that begin before a moment, in as many calls as they need. */
  async #write(machines: readonly [id: string, end: number][]): Promise<void> {
    const parts = machines.flatMap(([id, end]) => this.#partsOf(id, end));
    for (let from = 0; from < parts.length; from += machinesAtOnce) {
      const sent = parts.slice(from, from + machinesAtOnce);
      await this.#report(sent.map(({ id, points }) => ({ instance_id: id, points })));
      for (const { meter, points, end } of sent) {
        meter.waiting = meter.waiting.filter(({ at }) => at >= end);
        meter.unrolled ??= floorTo(points[0]?.at ?? 0, rollUpStep);
        meter.newest = points.at(-1)?.at;
      }
    }
  }

  /** The points of a machine that begin before a moment, in parts of one call each; `end` is where the next begins. */
  #partsOf(id: string, end: number) {
    const meter = this.#meters.get(id);
    if (!meter) return [];
    const points = coarsened(
      meter.waiting.filter(({ at }) => at < end),
      this.#pace.step,
    );
    return Array.from({ length: Math.ceil(points.length / pointsAtOnce) }, (_, index) => {
      const next = (index + 1) * pointsAtOnce;
      return { id, meter, points: points.slice(next - pointsAtOnce, next), end: points[next]?.at ?? end };
    });
  }

  /**
   * Has a machine's quarters of an hour rolled up once a span of them is over and none of its samples waits, and once
   * it is off. A host's machines share a few moments, and so a few calls; hosts have other moments.
   */
  async #rollUp(): Promise<void> {
    const now = civilNow().getTime() / 1000;
    const endOf = (id: string, { last }: Meter) =>
      last
        ? floorTo(now - rollUpDelay({ host: this.#link.hostId, id }, this.#pace.batch), rollUpSpan)
        : floorTo(now, rollUpStep);
    const ended = [...this.#meters].filter(([id, meter]) => hasEnded(meter, endOf(id, meter))).slice(0, machinesAtOnce);
    await this.#rollUpTo(ended.map(([id, meter]) => [id, endOf(id, meter)]));
    for (const [id, { last, waiting, unrolled }] of this.#meters) {
      if (last || waiting.length > 0 || unrolled !== undefined) continue;
      this.#meters.delete(id);
      this.#disks.forget(id);
    }
  }

  async #rollUpTo(ends: readonly [id: string, end: number][]): Promise<void> {
    const ranges = ends.flatMap(([id, end]) => {
      const meter = this.#meters.get(id);
      const from = meter?.unrolled;
      return meter && from !== undefined && from < end
        ? [{ id, meter, range: { from, to: Math.min(end, from + rollUpAtMost) } }]
        : [];
    });
    for (let at = 0; at < ranges.length; at += machinesAtOnce) {
      const sent = ranges.slice(at, at + machinesAtOnce);
      await this.#report(sent.map(({ id, range }) => ({ instance_id: id, points: [], roll_up: range })));
      for (const { meter, range } of sent) meter.unrolled = meter.last ? range.to : undefined;
    }
  }

  /** Machines that are not this host's any more are left out by the control plane. */
  async #report(batches: LinkInput<'reportSamples'>['batches']): Promise<void> {
    await this.#link.call('reportSamples', { step: every, batches });
  }
}

/** Whether there is something to roll up before `end`, and all of it has been reported. */
const hasEnded = ({ last, waiting, unrolled, newest = 0 }: Meter, end: number): boolean =>
  unrolled !== undefined && unrolled < end && waiting.every(({ at }) => at >= end) && (!!last || newest < end);
