import { entity, z } from '#lib/store/entity.ts';

/** An image on a host; `reason` says why the host cannot boot it. */
export const hostImage = z.strictObject({
  id: z.string(),
  name: z.string(),
  distribution: z.string(),
  version: z.string(),
  default_user: z.string(),
  available: z.boolean(),
  reason: z.string().nullable(),
});

/** What a host offers to placement. It is written where it changes. */
export const offer = z.strictObject({
  host_id: z.string(),
  driver: z.string(),
  capabilities: z.array(z.string()),
  images: z.array(hostImage),
  public_ip: z.string(),
  /** Ports of the range that other programs on the machine use. */
  reserved_ports: z.array(z.number()),
  /** The block from which this host serves elastic IPs and load balancers. Several hosts may have the same. */
  address_pool: z.string().nullable(),
  /** Addresses of the pool on which other programs on the machine listen. */
  reserved_addresses: z.array(z.string()),
  /** Where browsers reach its consoles; absent where it serves none by itself. */
  console_url: z.string().optional(),
  /** Hosts of one scope reach the same VPCs, volumes or snapshots. By default each is of its own. */
  network_scope: z.string(),
  disk_scope: z.string(),
  snapshot_scope: z.string(),
  /** Whether its addresses are claimed; absent in offers of before there were claims. */
  is_claimed: z.boolean().exactOptional(),
});

/** Where an offer stands in the index: its shard and, within its class, at random. */
export const place = z.strictObject({
  shard: z.number(),
  class: z.number(),
  /** At random, so that a Query from a random point finds each as often. */
  spot: z.string(),
});

export const listedOffer = z.strictObject({ ...offer.shape, ...place.pick({ shard: true, class: true }).shape });

/** A host's last heartbeat. */
export const beat = z.strictObject({
  host_id: z.string(),
  /** Real clock, epoch milliseconds. */
  seen_at: z.number(),
  /** The start of the local platform from which it is; absent in a deployment. */
  run: z.string().optional(),
  /** Its agent has stopped in order, or may not go on. */
  left: z.literal(true).optional(),
  /** When it was first found to be silent, if it is: real clock, epoch milliseconds. */
  silent_at: z.number().exactOptional(),
});

/** What all hosts together offer, as of the last minute. */
export const catalog = z.strictObject({
  /** Real clock, epoch milliseconds. */
  made_at: z.number(),
  /** The start of the local platform from which it is; absent in a deployment. */
  run: z.string().optional(),
  /** The number of hosts that are alive and open. */
  alive: z.number(),
  drivers: z.array(z.string()),
  /** What every live host can do. */
  capabilities: z.array(z.string()),
  images: z.array(hostImage),
  /** How many live hosts each shard has in each class. */
  classes: z.record(z.string(), z.record(z.string(), z.number())),
  /** All live hosts while they are few; absent while they are many, and in catalogs of before. */
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
