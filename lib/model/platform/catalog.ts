import * as z from 'zod';
import { currency } from './common.ts';

/** What `plan` shows of an instance type (contract 1.2): vCPUs, MiB, GiB, whole rupees. */
export const plan = z.strictObject({
  name: z.string().describe('The id of the instance type.').meta({ example: 's1-small' }),
  cpu: z.int().describe('The number of vCPUs.').meta({ example: 1 }),
  ram: z.int().describe('Memory in MiB.').meta({ example: 2048 }),
  disk: z.int().describe('The disk in GiB.').meta({ example: 30 }),
  price_monthly: z
    .int()
    .describe('Whole rupees for a month of 730 hours, before GST; also the maximum for a month.')
    .meta({ example: 899 }),
});
export type Plan = z.infer<typeof plan>;

/**
 * A plan in an instance's record. It has single attributes, because a laptop's table takes three times as long to read
 * a map.
 */
export interface KeptPlan extends Omit<Plan, 'name'> {
  instance_type_id: string;
  /** The plan in older records, which stored it as one map; undefined once the instance is resized. */
  plan?: Plan | undefined;
}

/** The plan in a record. */
export const planOf = ({ plan, instance_type_id: name, cpu, ram, disk, price_monthly }: KeptPlan): Plan =>
  plan ?? { name, cpu, ram, disk, price_monthly };

export const instanceType = z.strictObject({
  id: z.string().describe('The id to use in launches.').meta({ example: 's1-small' }),
  name: z.string().describe('The name.').meta({ example: 's1-small' }),
  family: z
    .enum(['shared', 'compute', 'memory'])
    .describe('The purpose of the type: shared vCPUs, more CPU, or more memory.')
    .meta({ example: 'shared' }),
  cpu: z.int().describe('The number of vCPUs.').meta({ example: 1 }),
  ram: z.int().describe('Memory in MiB.').meta({ example: 2048 }),
  disk: z.int().describe('The disk in GiB.').meta({ example: 30 }),
  price_monthly: z
    .int()
    .describe('Whole rupees for a month of 730 hours, before GST; also the maximum for a month.')
    .meta({ example: 899 }),
  price_hourly_paise: z.int().describe('Paise an hour, before GST.').meta({ example: 123 }),
  currency,
  network_mbps: z.int().describe("The network's bandwidth in megabits a second.").meta({ example: 200 }),
  available: z.boolean().describe('Whether it can be launched now.').meta({ example: true }),
  deprecated: z.boolean().describe('Whether it will be withdrawn.'),
});
export type InstanceType = z.infer<typeof instanceType>;

const hoursPerMonth = 730;

/** Paise an hour of a price in whole rupees a month (contract 1.2). */
export function hourlyPaise(rupeesMonthly: number): number {
  return Math.round((rupeesMonthly * 100) / hoursPerMonth);
}

type Row = [
  id: string,
  family: InstanceType['family'],
  cpu: number,
  ram: number,
  disk: number,
  price: number,
  mbps: number,
];

const rows: Row[] = [
  ['s1-nano', 'shared', 1, 512, 10, 299, 100],
  ['s1-micro', 'shared', 1, 1024, 20, 499, 100],
  ['s1-small', 'shared', 1, 2048, 30, 899, 200],
  ['s1-medium', 'shared', 2, 4096, 60, 1699, 200],
  ['s1-large', 'shared', 4, 8192, 120, 3299, 500],
  ['s1-xlarge', 'shared', 8, 16384, 240, 6499, 500],
  ['c1-large', 'compute', 4, 4096, 80, 2799, 500],
  ['m1-large', 'memory', 2, 16384, 80, 4599, 500],
];

/** The launchable catalog (contract 5), cheapest of each family first. */
export const instanceTypes: readonly InstanceType[] = rows.map(([id, family, cpu, ram, disk, price, mbps]) => ({
  id,
  name: id,
  family,
  cpu,
  ram,
  disk,
  price_monthly: price,
  price_hourly_paise: hourlyPaise(price),
  currency: 'INR',
  network_mbps: mbps,
  available: true,
  deprecated: false,
}));

export const instanceTypeById: ReadonlyMap<string, InstanceType> = new Map(
  instanceTypes.map((type) => [type.id, type]),
);

export const price = z.strictObject({
  resource: z.string().describe('The resource that is priced.').meta({ example: 'volume' }),
  unit: z.string().describe('The unit of the price.').meta({ example: 'GiB' }),
  price_monthly: z.number().describe('Rupees for a month of 730 hours, before GST.').meta({ example: 6 }),
  price_hourly_paise: z.int().describe('Paise an hour, before GST, rounded.').meta({ example: 1 }),
});
export type Price = z.infer<typeof price>;

/** Prices that are not an instance type's (contract 5), whole rupees a month before GST. */
export const unitPrices = [
  { resource: 'elastic_ip', unit: 'address', price_monthly: 149 },
  { resource: 'volume', unit: 'GiB', price_monthly: 6 },
  { resource: 'snapshot', unit: 'GiB', price_monthly: 3 },
  { resource: 'image', unit: 'GiB', price_monthly: 3 },
  { resource: 'load_balancer', unit: 'load balancer', price_monthly: 899 },
  { resource: 'object_storage', unit: 'GiB', price_monthly: 1.5 },
] as const;

/** The price of an own image of this size, in whole paise a month. */
export const imagePaise = (bytes: number): number => Math.round((priceOf('image') * 100 * bytes) / 2 ** 30);

/** The price of a number of units of a resource that is priced by the unit, in whole rupees a month. */
export function priceOf(resource: (typeof unitPrices)[number]['resource'], units = 1): number {
  const price = unitPrices.find((entry) => entry.resource === resource)?.price_monthly ?? 0;
  return Math.round(price * units);
}

/** The registry in which the system images are, unless a host has another one. */
const catalogRegistry = 'docker.io';

/** The reference of a system image; without a digest, as none has been verified. */
export const referenceOf = ({ distribution, version }: { distribution: string; version: string }): string =>
  `${catalogRegistry}/library/${distribution}:${version}`;

/** The system images. Hosts decide which of them can boot. */
export const systemImages = [
  { id: 'ubuntu-24.04', name: 'Ubuntu 24.04 LTS', distribution: 'ubuntu', version: '24.04', default_user: 'ubuntu' },
  { id: 'ubuntu-22.04', name: 'Ubuntu 22.04 LTS', distribution: 'ubuntu', version: '22.04', default_user: 'ubuntu' },
  { id: 'debian-12', name: 'Debian 12', distribution: 'debian', version: '12', default_user: 'debian' },
  { id: 'almalinux-9', name: 'AlmaLinux 9', distribution: 'almalinux', version: '9', default_user: 'almalinux' },
  { id: 'alpine-3.22', name: 'Alpine 3.22', distribution: 'alpine', version: '3.22', default_user: 'alpine' },
] as const;

/** The least memory of a machine of any image, in MiB. */
export const leastRam = 512;

/** Whether an image id names one of an account's own images. */
export const isOwnImage = (id: string): boolean => id.startsWith('img-');

/** OCI's names of architectures, in the words of the platform. */
const architectures: Readonly<Record<string, string>> = { amd64: 'x86_64', arm64: 'aarch64' };

/** An architecture, named by OCI, as replies name it. */
export const architectureOf = (name: string): string => architectures[name] ?? name;
