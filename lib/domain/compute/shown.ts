import type { Item } from '#lib/store/platform/read.ts';
import { toAsg } from './asgs/resource.ts';
import { toCertificate } from './certificates/resource.ts';
import { toElasticIp } from './elastic-ips/resource.ts';
import { toImage } from './images/resource.ts';
import { toInstance } from './instances/resource.ts';
import { toLoadBalancer } from './load-balancers/resource.ts';
import { toSnapshot } from './snapshots/resource.ts';
import { toSshKey } from './ssh-keys/resource.ts';
import { toVolume } from './volumes/resource.ts';
import { toVpc } from './vpcs/resource.ts';

/** Shows records as their GET does, without user data: the data of events. */
export const shownRecords = {
  instance: (record: Item) => toInstance(record as Parameters<typeof toInstance>[0]),
  volume: (record: Item) => toVolume(record as Parameters<typeof toVolume>[0]),
  snapshot: (record: Item) => toSnapshot(record as Parameters<typeof toSnapshot>[0]),
  image: (record: Item) => toImage(record as Parameters<typeof toImage>[0], true),
  elastic_ip: (record: Item) => toElasticIp(record as Parameters<typeof toElasticIp>[0]),
  load_balancer: (record: Item) => toLoadBalancer(record as Parameters<typeof toLoadBalancer>[0]),
  certificate: (record: Item) => toCertificate(record as Parameters<typeof toCertificate>[0]),
  asg: (record: Item) => ({ ...toAsg(record as Parameters<typeof toAsg>[0]), user_data: null }),
  vpc: (record: Item) => toVpc(record as Parameters<typeof toVpc>[0]),
  ssh_key: (record: Item) => toSshKey(record as Parameters<typeof toSshKey>[0]),
};
