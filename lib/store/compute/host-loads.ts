import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import { storeAlone } from '#lib/store/platform/alone.ts';
import { get } from '#lib/store/platform/read.ts';
import { transact, unlessStale, update } from '#lib/store/platform/write.ts';
import type { hostLoads } from './host-loads.entity.ts';

type HostLoads = Stored<typeof hostLoads>;
const isInstanceId = (name: string): name is `i-${string}` => name.startsWith('i-');

/** CPU and RAM in use over one minute, in percent; null where they were not measured. `at` is in epoch seconds. */
export interface Load {
  at: number;
  cpu: number | null;
  ram: number | null;
}

export const getLoads = (host: string): Promise<HostLoads | undefined> => get(keys.hostLoads(host));

/** Until when each instance's loads are asked for, by id: epoch milliseconds of the real clock. */
export const askedOf = (item: HostLoads | undefined): Map<string, number> =>
  new Map(
    Object.entries(item ?? {}).flatMap(([name, until]) =>
      typeof until === 'number' && isInstanceId(name) ? [[name, until]] : [],
    ),
  );

/**
 * Asks a host for the loads of an instance, up to a moment in epoch milliseconds. Does nothing where the host does not
 * exist.
 */
export const askLoads = async (host: string, instance: string, until: number): Promise<boolean> =>
  isInstanceId(instance) &&
  unlessStale(
    transact([
      update(keys.hostLoads(host), { set: { [instance]: until, ttl: Math.ceil(until / 1000) } }),
      update(keys.host(host), { set: { loads_until: until } }, [['pk', 'exists']]),
    ]),
  );

/** Stores the loads of the instances that are asked for, in one plain write, and forgets who is asked for no more. */
export const storeLoads = (
  host: string,
  loads: ReadonlyMap<string, readonly Load[]>,
  forgotten: readonly string[],
): Promise<void> =>
  storeAlone(keys.hostLoads(host), {
    set: { loads: Object.fromEntries([...loads].map(([id, of]) => [id, pack(of)])) },
    remove: forgotten.filter(isInstanceId),
  });

/** The loads that a host has last reported of an instance. */
export function loadsOf(item: HostLoads | undefined, instance: string): Load[] {
  const packed = item?.loads?.[instance];
  return packed ? unpack(packed) : [];
}

const header = 4;
const minute = 60;
/** Stands for a value that was not measured. */
const unknown = 255;

/** The minute of the first load, then each minute's CPU and RAM in half percents, without a gap. */
function pack(loads: readonly Load[]): Uint8Array<ArrayBuffer> {
  const first = loads[0]?.at ?? 0;
  const count = loads.length === 0 ? 0 : ((loads.at(-1)?.at ?? 0) - first) / minute + 1;
  const packed = Buffer.alloc(header + 2 * count, unknown);
  packed.writeUInt32LE(first / minute);
  for (const { at, cpu, ram } of loads) {
    const place = header + (2 * (at - first)) / minute;
    packed[place] = cpu === null ? unknown : Math.round(cpu * 2);
    packed[place + 1] = ram === null ? unknown : Math.round(ram * 2);
  }
  return packed;
}

function unpack(packed: Uint8Array): Load[] {
  const first = Buffer.from(packed).readUInt32LE() * minute;
  const value = (at: number) => (packed[at] === undefined || packed[at] === unknown ? null : packed[at] / 2);
  return Array.from({ length: (packed.length - header) / 2 }, (_, index) => ({
    at: first + index * minute,
    cpu: value(header + 2 * index),
    ram: value(header + 2 * index + 1),
  }));
}
