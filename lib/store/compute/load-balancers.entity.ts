import * as z from 'zod';
import { healthCheck } from '#lib/model/compute/health-check.ts';
import { listener } from '#lib/model/compute/listener.ts';
import { algorithm, health, loadBalancerStatuses } from '#lib/model/compute/load-balancer.ts';
import { listed } from '#lib/store/entity.ts';

/** A listener. */
export const storedListener = z.strictObject({
  ...listener.shape,
  // Absent in older records.
  certificate_ids: listener.shape.certificate_ids.exactOptional(),
  redirect_https: listener.shape.redirect_https.exactOptional(),
  proxy_protocol: listener.shape.proxy_protocol.exactOptional(),
  backend_protocol: listener.shape.backend_protocol.exactOptional(),
});

/** A backend: its address and its share of the traffic. */
export const backendRecord = z.strictObject({
  /** Null for each listener's target_port. */
  port: z.number().nullable(),
  weight: z.number(),
  /** The instance's address, which never changes. */
  private_ip: z.string(),
  /** The group that registered it. Only this group may remove it. */
  asg_id: z.string().nullable(),
  added_at: z.string(),
});

/** A removed backend whose open connections still have time to end. */
export const drainingRecord = z.strictObject({
  ...backendRecord.shape,
  /** The time by which they must have ended: real clock, epoch milliseconds. */
  until: z.number(),
  /** The same time by the civil clock, for replies. */
  draining_until: z.string(),
});

/** The health of a backend, as the host last reported it. */
export const healthRecord = z.strictObject({
  health: health.exclude(['draining']),
  reason: z.string().nullable(),
  checked_at: z.string().nullable(),
});

export const loadBalancerRecord = z.strictObject({
  id: z.string(),
  account_id: z.string(),
  name: z.string(),
  status: z.enum(loadBalancerStatuses),
  status_reason: z.string().nullable(),
  algorithm,
  public_ip: z.string(),
  /** The pool to which `public_ip` belongs. */
  address_pool: z.string(),
  public_hostname: z.string(),
  vpc_id: z.string(),
  /**
   * Its address in the VPC, and the slot of that address. Absent where its host provides none, and in older records.
   */
  private_ip: z.string().exactOptional(),
  address_slot: z.number().exactOptional(),
  listeners: z.array(storedListener),
  health_check: healthCheck,
  sticky_sessions: z.boolean(),
  /** Absent in older records. */
  tags: z.record(z.string(), z.string()).exactOptional(),
  price_monthly: z.number(),
  price_hourly_paise: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Every change by a client adds one; the ETag shows it. Health reports do not change it. */
  version: z.number(),
  /** The host of its VPC. */
  host_id: z.string(),
  /** These three are maps by instance id, so that each entry changes independently. */
  backends: z.record(z.string(), backendRecord),
  draining: z.record(z.string(), drainingRecord),
  health: z.record(z.string(), healthRecord),
  /** Whether its host is lost, so that it is in error and is not charged. */
  lost: z.boolean().exactOptional(),
  /** The groups that register their members with it. */
  asg_ids: z.set(z.string()).exactOptional(),
});

export const entities = {
  'load-balancer': listed('load-balancer', {
    read: 'show, lists, terminate; its host',
    version: 'version',
    record: loadBalancerRecord,
  }),
};
