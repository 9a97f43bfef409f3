import { readIpv4, writeIpv4 } from './addresses.ts';
import { parseBlock } from './ipv4.ts';
import { type Form, matching, number } from './setting-forms.ts';

/* The forms of hosts' settings. */

/** The capacity that a host offers to machines. */
export interface HostCapacity {
  readonly vcpus: number;
  readonly ram_mib: number;
}

/** A range of ports, both ends included. */
export interface PortRange {
  readonly from: number;
  readonly to: number;
}

export const hostNumber = number(/^\d$/, 1, 3, 'a number of hosts (1 to 3)');

export const ipv4: Form<string> = {
  parse: (text) => (readIpv4(text) === undefined ? undefined : text),
  allowed: 'an IPv4 address',
};

export const capacity: Form<HostCapacity> = {
  parse: (text) => {
    const [, vcpus, ram] = /^([1-9]\d{0,4}),([1-9]\d{0,8})$/.exec(text) ?? [];
    return ram === undefined ? undefined : { vcpus: Number(vcpus), ram_mib: Number(ram) };
  },
  allowed: '<vCPUs>,<MiB of RAM> (8,15360)',
};

/** The prefix lengths of a pool: 2 to 4096 addresses. */
const sizes = { from: 20, to: 31 };

export const pool: Form<string> = {
  parse: (text) => {
    const [, address = '', bits] = /^([\d.]{7,15})\/(\d\d)$/.exec(text) ?? [];
    const size = Number(bits);
    if (readIpv4(address) === undefined || !(size >= sizes.from && size <= sizes.to)) return undefined;
    const block = parseBlock(text);
    return writeIpv4(block.base - (block.base % block.size)) === address ? text : undefined;
  },
  allowed: `an IPv4 block of /${sizes.from} to /${sizes.to}, without host bits`,
};

/** The name of disks that several hosts reach. It cannot be a host's id, which stands for the host's own disks. */
export const scopeName: Form<string> = {
  parse: (text) => (/^(?!host-|local(?:-|$))[a-z][a-z0-9-]{0,62}$/.test(text) ? text : undefined),
  allowed: 'a name of 1 to 63 of a-z 0-9 - that begins with a letter and is no id of a host',
};

/** A registry as references begin with it, and names of folders in it. */
export const registry = matching(
  /^(?:localhost|[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}|[a-z0-9-]{1,63}(?=:)|\[[0-9a-f:]{2,45}\])(?::\d{1,5})?(?:\/[a-z0-9][a-z0-9._-]{0,127}){0,4}$/,
  'the name of a registry, such as docker.io or registry.example:5000/mirror',
);

const mostRanges = 100;

export const portRanges: Form<readonly PortRange[]> = {
  parse: (text) => {
    const ranges = text.split(',', mostRanges + 1).map(rangeOf);
    return ranges.length > mostRanges || ranges.includes(undefined) ? undefined : (ranges as PortRange[]);
  },
  allowed: 'ports and ranges of ports, separated by commas (20000-20099,25000)',
};

function rangeOf(text: string): PortRange | undefined {
  const [, first, last = first] = /^\s*(\d{1,5})(?:-(\d{1,5}))?\s*$/.exec(text) ?? [];
  const [from, to] = [Number(first), Number(last)];
  return from >= 1 && from <= to && to <= 65_535 ? { from, to } : undefined;
}
