import { createHash } from 'node:crypto';
import * as z from 'zod';
import { longestConsoleAddress, readConsoleAddress } from '#lib/model/platform/console-address.ts';
import { ipv4, pool, scopeName } from '#lib/model/platform/host-setting-forms.ts';
import type { Form } from '#lib/model/platform/setting-forms.ts';
import { diskFilling } from './disk-filling.ts';
import { firstBoot } from './first-boot.ts';
import { balancerDescription } from './host-descriptions.ts';
import { offeredContents } from './image.ts';
import { outOfMemory } from './out-of-memory.ts';
import { serviceFailure } from './service-failure.ts';

/* The messages between hosts and the control plane, by the routes of host-api.ts. */

const words = (most: number) => z.array(z.string().max(64)).max(most);
const text = (most: number) => z.string().max(most);
export const epochField = z.int().min(1);
const instance_id = z.string().regex(/^i-[0-9a-z-]{1,64}$/);

/** The states of hosts (contract 4.13). */
const hostStates = ['joining', 'active', 'draining', 'silent', 'lost', 'fenced', 'removed'] as const;
export const hostState = z.enum(hostStates);

const image = z.strictObject({
  id: text(64),
  name: text(256),
  distribution: text(64),
  version: text(64),
  default_user: text(64),
  available: z.boolean(),
  reason: text(1024).nullable(),
  /** Absent where the agent is of an earlier version. */
  pulled: z.boolean().exactOptional(),
  /** Absent where the agent is of an earlier version; null where it comes from no registry. */
  reference: text(512).nullable().exactOptional(),
  /** Absent where nobody has looked inside. */
  contents: offeredContents.exactOptional(),
});

const port = z.int().min(1).max(65_535);

/** A text in the form of a host's setting. */
const formed = (most: number, { parse, allowed }: Form<string>) =>
  text(most).refine((said) => parse(said) !== undefined, `must be ${allowed}`);

/** What a host offers to placement. */
export const hostOffer = z.strictObject({
  driver: text(32),
  capabilities: words(64),
  images: z.array(image).max(64),
  public_ip: formed(45, ipv4),
  /** The block of its elastic IPs and load balancers. */
  address_pool: formed(64, pool).nullable(),
  /** Ports that other programs of the host listen on, or that its driver holds. */
  reserved_ports: z.array(port).max(16_384),
  /** Addresses of the pool that other programs of the host listen on. */
  reserved_addresses: z.array(text(45)).max(1024),
  /** The origin at which browsers reach its consoles; absent where it serves none directly. */
  console_url: text(longestConsoleAddress)
    .refine((url) => readConsoleAddress(url)?.origin === url, 'must be wss:// with a name or an address, and a port')
    .optional(),
  /**
   * The name, given by an operator, of the disks that it shares with other hosts; absent where the disks are its own.
   */
  disk_scope: formed(63, scopeName).optional(),
});
export type HostOffer = z.infer<typeof hostOffer>;

/** Identifies an offer by its content, so that an agent sends it only after a change. */
export const offerHash = (offer: HostOffer): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(offer)))
    .digest('base64url');

const sorted = (offer: HostOffer) => Object.entries(offer).sort(([a], [b]) => (a < b ? -1 : 1));

export const hostStart = z.strictObject({
  /** Identifies this start of the agent. A repeated report of it gets the same epoch. */
  boot_id: z.uuid(),
  arch: text(32),
  /** The kinds of jobs that it supports. Others are never sent to it. */
  job_kinds: z.array(z.string().max(64)).min(1).max(64),
  capacity: z.strictObject({ ram_mib: z.int().min(0).max(1e9), vcpus: z.int().min(0).max(1e6) }),
  offer: hostOffer,
});

/** The origins of pages that may open consoles directly at the host. */
export const consoleOrigins = z.array(z.string()).default([]);

export const hostStarted = z.object({
  epoch: epochField,
  state: hostState,
  /** How often the agent polls and reports, in seconds. */
  settings: z.object({
    heartbeat: z.number(),
    queue: z.number(),
    queue_eager: z.number(),
    samples: z.number(),
    /** Seconds of one point of usage; a control plane of an earlier version does not say it. */
    step: z.number().default(10),
    balancers: z.number().default(1),
  }),
  /** The address of its wake-up WebSocket: `wss://…`, or `ws+unix:…` on a laptop; null where there is none. */
  bell: z.string().nullable().default(null),
  console_origins: consoleOrigins,
});

export const jobName = z.object({ operation: text(128), step: text(128) });

export const reportedOutcome = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), result: z.record(z.string().max(64), z.unknown()) }),
  z.strictObject({ ok: z.literal(false), error: text(128), cause: text(4096) }),
]);

export const machineReport = z.discriminatedUnion('event', [
  /** `lost`: while its host was running. */
  z.strictObject({ epoch: epochField, event: z.literal('booting'), lost: z.boolean().optional() }),
  z.strictObject({
    epoch: epochField,
    event: z.literal('up'),
    host_key: text(1024).nullable(),
    ssh_ready: z.boolean(),
  }),
  z.strictObject({ epoch: epochField, event: z.literal('user_data'), news: firstBoot }),
  z.strictObject({ epoch: epochField, event: z.literal('service_failed'), news: serviceFailure }),
  z.strictObject({ epoch: epochField, event: z.literal('out_of_memory'), news: outOfMemory }),
  z.strictObject({ epoch: epochField, event: z.literal('disk_filling'), news: diskFilling }),
  z.strictObject({ epoch: epochField, event: z.literal('boot_failed'), cause: text(1024) }),
  /** `version` is that of the record, read before the host saw that the machine is down. */
  z.strictObject({ epoch: epochField, event: z.literal('down'), cause: z.enum(['guest', 'crash']), version: z.int() }),
]);

/** The limits of a part of a console log: bytes, characters of a line, and lines. */
export const logPartAtMost = { bytes: 16_384, line: 4096, lines: 2048 } as const;

/** A part of a console log: its number since the boot, the number of its first line, and all of its lines. */
export const logPart = z
  .strictObject({
    no: z.int().min(0).max(1e12),
    from: z.int().min(0).max(1e14),
    lines: z.array(text(logPartAtMost.line)).max(logPartAtMost.lines),
  })
  .refine(({ lines }) => new TextEncoder().encode(lines.join('')).length <= logPartAtMost.bytes, {
    path: ['lines'],
    message: `have more than ${logPartAtMost.bytes} bytes`,
  });

const backendHealth = z.strictObject({
  health: z.enum(['healthy', 'unhealthy', 'unused', 'initial']),
  reason: text(1024).nullable(),
});

export const assignedBalancer = z.object({
  id: z.string(),
  name: z.string(),
  /** The version of the record. A report on another version changes nothing. */
  rev: z.int(),
  status: z.string(),
  status_reason: z.string().nullable(),
  /** Null for one that is to be removed. */
  description: balancerDescription.nullable(),
  /** Whether backends have been drained and can be removed. */
  drained: z.boolean(),
});
export type AssignedBalancer = z.infer<typeof assignedBalancer>;

export const balancerReport = z.strictObject({
  epoch: epochField,
  rev: z.int(),
  state: z.enum(['serving', 'failed', 'gone']).optional(),
  reason: text(1024).optional(),
  health: z.record(instance_id, backendHealth).optional(),
  drained: z.literal(true).optional(),
});

/** The form of a path parameter's value. */
export const hostParameter = /^[A-Za-z0-9_-]{1,128}$/;

export const browserHandshake = z.strictObject({
  /** The id of the console that is opened. */
  id: text(64).regex(hostParameter),
  instance: text(256),
  path: text(2048),
  headers: z.record(text(256), text(16_384)),
  query: text(8192),
  source_ip: text(64),
  /** The machine that the browser's request comes from. Older hosts send none. */
  inside: z.strictObject({ account_id: text(64), vpc_id: text(64), instance_id: text(64) }).optional(),
  user_agent: text(2048),
});

export type BrowserHandshake = z.infer<typeof browserHandshake>;

/** A refusal for the browser, which does not concern the host. */
export const browserRefusal = z.object({
  code: z.string(),
  status: z.int(),
  message: z.string(),
  retry_after: z.number().optional(),
  headers: z.record(z.string(), z.string()),
});
export type BrowserRefusal = z.infer<typeof browserRefusal>;

export const openedConsole = z.object({
  console_id: z.string(),
  /** Who opened it. Consoles are counted by this id. */
  principal_id: z.string(),
  instance_id: z.string(),
  host_key: z.string().nullable(),
  /** Epoch seconds of the civil clock; null where the credentials do not expire on their own. */
  expires: z.number().nullable(),
  cols: z.int(),
  rows: z.int(),
});
export type OpenedConsole = z.infer<typeof openedConsole>;
