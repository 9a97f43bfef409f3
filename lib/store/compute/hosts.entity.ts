import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';
import { factors } from './host-room.entity.ts';

/** The stored state of a host. Whether it is silent or lost is derived from its heartbeats. */
export const hostState = z.enum(['joining', 'active', 'draining', 'fenced', 'removed']);

/** How a host was lost. Its epoch was raised at that time, so that its previous agent cannot continue. */
export const loss = z.strictObject({
  /** Real clock, epoch milliseconds. */
  at: z.number(),
  /** The last heartbeat by the civil clock, RFC 3339. Its machines are charged until then. */
  seen: z.string(),
  settled: z.boolean(),
});

/** What a host may share with others: disks that they all reach, and a block of addresses. */
export const allowed = z.strictObject({
  disk_scope: z.string().nullable().exactOptional(),
  address_pool: z.string().nullable().exactOptional(),
});

const hostFields = z.strictObject({
  host_id: z.string(),
  /** The number of starts of its agent. Only the latest start may take jobs. */
  epoch: z.number(),
  /** Its Ed25519 key, as `x` of a JWK; absent until it has joined. */
  public_key: z.string().exactOptional(),
  /** The previous key, and until when calls may still be signed with it: real clock, epoch milliseconds. */
  previous_key: z
    .strictObject({
      public_key: z.string(),
      until: z.number(),
    })
    .exactOptional(),
  /** The state set by its operators or its agent; active where it is absent. */
  state: hostState.optional(),
  /** When it joined; absent before the first start of release 0.2. */
  created_at: z.string().exactOptional(),
  /** Its name for operators; its id where they set none. */
  name: z.string().exactOptional(),
  /** The factors by which it may be overcommitted. */
  factors: factors.exactOptional(),
  /** The version of the host API that its agent speaks. */
  protocol: z.number().exactOptional(),
  /** Set while it is lost: when, when it was last seen, and whether everything on it is settled. */
  lost: loss.optional(),
  /** Until when autoscaling asks for the loads of its machines: real clock, epoch milliseconds. */
  loads_until: z.number().exactOptional(),
  /** A hash of its agent's last offer, and the class under which placement finds it. */
  offer_hash: z.string().exactOptional(),
  class: z.number().exactOptional(),
  /** The start that has the current epoch, and the kinds of jobs that its agent knows. */
  boot_id: z.string().exactOptional(),
  job_kinds: z.array(z.string()).exactOptional(),
  /** The public address of its machines. */
  public_ip: z.string().exactOptional(),
  /** The blocks of public addresses that it has claimed; absent before the first claim. */
  claimed: z.array(z.string()).exactOptional(),
  /** What operators allow it in addition to its own resources. */
  allowed: allowed.exactOptional(),
  /** Why its last requested offer was refused. */
  refused: z
    .strictObject({
      at: z.string(),
      reason: z.string(),
    })
    .exactOptional(),
  /** Its capacity, and the used and free parts; absent where release 0.1 registered it. */
  ram_mib: z.number().exactOptional(),
  vcpus: z.number().exactOptional(),
  free_ram_mib: z.number(),
  free_vcpus: z.number(),
});

/** The bitmap of its ports: w0, w1, … */
const words = z.record(z.templateLiteral(['w', z.number()]), z.number());

export const hostRecord = hostFields.and(words);

/** A host that has joined but not started yet. */
const joined = hostFields.partial({ epoch: true, free_ram_mib: true, free_vcpus: true }).and(words);

export const entities = {
  host: entity({
    about: 'host',
    pk: 'HOST#<host>',
    sk: 'HOST',
    index: { name: 'hostIndex', pk: 'HOST-LIST', sk: '<created>#<host>' },
    read: 'agent, placement; GET /platform/hosts',
    record: hostRecord,
    also: joined,
  }),
};
