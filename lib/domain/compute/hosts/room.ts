import { classes } from '#lib/model/compute/host-places.ts';
import { instanceTypes } from '#lib/model/platform/catalog.ts';
import { type Need, roomBy } from '#lib/store/compute/host-room.ts';
import { type HostRecord, isOpenHost, readHostRecords } from '#lib/store/compute/hosts.ts';

/** Room for a size is short if less than one tenth of the machines that the hosts could have still fits. */
const shortBelow = 10;

/**
 * Sizes of which the hosts could have fewer machines than this are ignored, since a single machine would use most of
 * the room.
 */
const fewest = 4;

/** A host, and whether it sends heartbeats. */
interface Heard {
  host_id: string;
  isAlive: boolean;
}

/**
 * The memory sizes, in MiB, for which less than a tenth is left of the machines that empty hosts would have room for.
 * Hosts that are silent, lost, draining or fenced have no room left. A size of which the hosts have room for fewer than
 * four is never short.
 */
export async function shortClasses(hosts: readonly Heard[]): Promise<string[]> {
  const records = await readHostRecords(hosts.map(({ host_id }) => host_id));
  const rooms = records.flatMap((record, at) => (record ? [roomOf(record, hosts[at]?.isAlive === true)] : []));
  return classes.filter((size) => size > 0 && isShort(rooms, size)).map(String);
}

/** The whole room of a host, and what is left of it. */
interface Room {
  whole: Need;
  left: Need;
}

function roomOf(host: HostRecord, isAlive: boolean): Room {
  const { ram_mib = 0, vcpus = 0, factors, free_ram_mib, free_vcpus } = host;
  const isOpen = isAlive && isOpenHost(host);
  return {
    whole: roomBy(factors, { ram_mib, vcpus }),
    left: isOpen ? { ram_mib: free_ram_mib, vcpus: free_vcpus } : { ram_mib: 0, vcpus: 0 },
  };
}

function isShort(rooms: readonly Room[], size: number): boolean {
  const vcpus = Math.min(...instanceTypes.filter(({ ram }) => ram === size).map(({ cpu }) => cpu));
  const fitting = (room: Need) => Math.max(0, Math.floor(Math.min(room.ram_mib / size, room.vcpus / vcpus)));
  const sum = (of: keyof Room) => rooms.reduce((all, room) => all + fitting(room[of]), 0);
  const whole = sum('whole');
  return whole >= fewest && sum('left') * shortBelow < whole;
}
