import * as z from 'zod';
import { offeredContents } from '#lib/model/compute/image.ts';
import { entity } from '#lib/store/entity.ts';

/** An image on a host; `reason` says why the host cannot boot it. */
export const hostImage = z.strictObject({
  id: z.string(),
  name: z.string(),
  distribution: z.string(),
  version: z.string(),
  default_user: z.string(),
  available: z.boolean(),
  reason: z.string().nullable(),
  /** Absent where the agent is of an earlier version, which only offers what it has. */
  pulled: z.boolean().exactOptional(),
  /** The reference by which the host pulls it, and what is inside, as far as the host knows. */
  reference: z.string().nullable().exactOptional(),
  contents: offeredContents.exactOptional(),
});

/** What a host offers to placement. It is written only when it changes. */
export const offer = z.strictObject({
  host_id: z.string(),
  driver: z.string(),
  capabilities: z.array(z.string()),
  images: z.array(hostImage),
  public_ip: z.string(),
  /** Ports of the range that other programs on the host use. */
  reserved_ports: z.array(z.number()),
  /** The block from which this host serves elastic IPs and load balancers. Several hosts may have the same block. */
  address_pool: z.string().nullable(),
  /** Addresses of the pool on which other programs on the host listen. */
  reserved_addresses: z.array(z.string()),
  /** The address at which browsers reach its consoles; absent where it serves none directly. */
  console_url: z.string().optional(),
  /** Hosts with the same scope reach the same VPCs, volumes or snapshots. By default each host has its own scope. */
  network_scope: z.string(),
  disk_scope: z.string(),
  snapshot_scope: z.string(),
  /** Whether its addresses are claimed; absent in offers from before claims existed. */
  is_claimed: z.boolean().exactOptional(),
});

/** The position of an offer in the index: its shard and, within its class, a random spot. */
export const place = z.strictObject({
  shard: z.number(),
  class: z.number(),
  /** Random, so that a Query from a random starting point finds each host equally often. */
  spot: z.string(),
});

export const listedOffer = z.strictObject({ ...offer.shape, ...place.pick({ shard: true, class: true }).shape });

/** A host's last heartbeat. */
export const beat = z.strictObject({
  host_id: z.string(),
  /** Real clock, epoch milliseconds. */
  seen_at: z.number(),
  /** The start of the local platform that it belongs to; absent in a deployment. */
  run: z.string().optional(),
  /** Its agent has stopped in an orderly way, or may not continue. */
  left: z.literal(true).optional(),
  /** When it was first found to be silent, if it is silent: real clock, epoch milliseconds. */
  silent_at: z.number().exactOptional(),
});

/** What all hosts offer together, as of the last minute. */
export const catalog = z.strictObject({
  /** Real clock, epoch milliseconds. */
  made_at: z.number(),
  /** The start of the local platform that it belongs to; absent in a deployment. */
  run: z.string().optional(),
  /** The number of hosts that are alive and open. */
  alive: z.number(),
  drivers: z.array(z.string()),
  /** The capabilities that every live host has. */
  capabilities: z.array(z.string()),
  images: z.array(hostImage),
  /** The number of live hosts in each shard and class. */
  classes: z.record(z.string(), z.record(z.string(), z.number())),
  /** All live hosts while they are few; absent while they are many, and in older catalogs. */
  hosts: z.array(z.string()).optional(),
});

export const entities = {
  hostOffer: entity({
    about: "host's offer",
    pk: 'HOST#<host>',
    sk: 'OFFER',
    index: { name: 'hostsIndex', pk: 'HOSTS#<0-3>', sk: '<class>#<random>#<host>' },
    read: 'placement; hosts schedule',
    record: listedOffer,
  }),
  hostBeat: entity({
    about: "host's heartbeat",
    pk: 'HOST#<host>',
    sk: 'BEAT',
    read: 'placement; hosts schedule',
    record: beat,
  }),
  poolHost: entity({
    about: 'host of a pool',
    pk: 'POOL#<pool>',
    sk: 'HOST#<host>',
    read: 'launch, loss of a host',
    record: z.strictObject({
      host_id: z.string(),
    }),
  }),
  scopeHost: entity({
    about: 'host of a scope',
    pk: 'SCOPE#<scope>',
    sk: 'HOST#<host>',
    read: 'starts of machines elsewhere',
    record: z.strictObject({
      host_id: z.string(),
    }),
  }),
  catalog: entity({
    about: 'catalog',
    pk: 'PLATFORM',
    sk: 'CATALOG',
    read: 'placement, /healthz, images',
    record: catalog,
  }),
};
