import * as z from 'zod';
import { id, stamps, statusReason, tags, timestamp } from '#lib/model/platform/common.ts';
import { healthCheck, healthCheckChange, port } from './health-check.ts';
import { listener, newListeners } from './listener.ts';

/** The statuses of contract 3.5. A deleted load balancer has no status, since its record is removed. */
export const loadBalancerStatuses = ['provisioning', 'active', 'updating', 'error', 'deleting'] as const;

export const algorithm = z.enum(['round_robin', 'least_connections']);

/** The health of a backend (contract 3.6). */
export const health = z.enum(['initial', 'healthy', 'unhealthy', 'unused', 'draining']);

/** A backend as replies show it (contract 2). */
export const backend = z.strictObject({
  instance_id: id('instance').describe('The instance.'),
  port: port
    .nullable()
    .describe("The port that is served; null for each listener's target port.")
    .meta({ example: null }),
  weight: z.int().describe('The share of connections among the backends.').meta({ example: 1 }),
  health: health.describe('The health of the backend.').meta({ example: 'healthy' }),
  health_reason: z.string().nullable().describe('Why it is not healthy; null where it is.').meta({ example: null }),
  last_checked_at: timestamp
    .nullable()
    .describe('When it was last checked, in UTC; null before.')
    .meta({ example: '2026-11-21T04:10:00Z' }),
  draining_until: timestamp
    .nullable()
    .describe('When its open connections are closed, in UTC; null unless it is draining.')
    .meta({ example: null }),
});
export type Backend = z.infer<typeof backend>;

/** A load balancer as replies show it (contract 2). */
export const loadBalancer = z.strictObject({
  id: id('loadBalancer').meta({ readOnly: true }),
  ...stamps,
  name: z.string().describe('The name, unique in the account.').meta({ example: 'web' }),
  status: z.enum(loadBalancerStatuses).describe('The state of the load balancer.').meta({ example: 'active' }),
  status_reason: statusReason,
  allowed_actions: z
    .array(z.enum(['update', 'delete', 'add_backend', 'remove_backend']))
    .describe('What the caller may do with the load balancer now.')
    .meta({ example: ['update', 'delete', 'add_backend', 'remove_backend'] }),
  algorithm: algorithm.describe('How a backend is chosen.').meta({ example: 'round_robin' }),
  public_ip: z.string().describe('The IPv4 address.').meta({ example: '203.0.113.20' }),
  public_hostname: z.string().describe('The DNS name of `public_ip`.').meta({ example: 'lb-4k8w2n7p3x.vm.example.in' }),
  private_ip: z
    .string()
    .nullable()
    .describe(
      'The address in the VPC on which it listens for machines there; null if its host does not support one, or for an older load balancer until its next change.',
    )
    .meta({ example: '10.20.0.9' }),
  vpc_id: id('vpc').describe('The VPC of the backends.'),
  listeners: z.array(listener).describe('What clients connect to.'),
  health_check: healthCheck.describe('How backends are checked.'),
  sticky_sessions: z.boolean().describe('Whether a client keeps its backend, by a cookie.'),
  backends: z.array(backend).describe('The backends with their health.'),
  tags,
  price_monthly: z.int().describe('Whole rupees for a month of 730 hours, before GST.').meta({ example: 899 }),
});
export type LoadBalancer = z.infer<typeof loadBalancer>;

/** A draining backend, in the reply to its removal. */
export const drainingBackend = z.strictObject({
  instance_id: id('instance').describe('The instance.'),
  health: z.literal('draining').describe('States that it gets no new connections.'),
  draining_until: timestamp
    .describe('When its open connections are closed, in UTC.')
    .meta({ example: '2026-11-21T04:10:30Z' }),
});
export type DrainingBackend = z.infer<typeof drainingBackend>;

const loadBalancerName = z
  .string()
  .min(1)
  .max(63)
  .regex(/^[A-Za-z0-9]([A-Za-z0-9\-]*[A-Za-z0-9])?$/v, 'must be a hostname label: letters, digits and inner hyphens')
  .describe('The name, unique in the account: a hostname label.')
  .meta({ example: 'web' });

/** The id of another resource. The verb refuses with 404 where that does not exist. */
const reference = z.string().min(1).max(64);

/** A backend in a request. A null port stands for each listener's target_port. */
export const newBackend = z.strictObject({
  instance_id: reference
    .describe("The instance, which must be in the load balancer's VPC.")
    .meta({ example: 'i-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  port: port
    .nullable()
    .default(null)
    .describe("The port that is served; null for each listener's target port.")
    .meta({ example: null }),
  weight: z
    .int()
    .min(1)
    .max(100)
    .default(1)
    .describe('The share of connections among the backends.')
    .meta({ example: 1 }),
});
export type NewBackend = z.infer<typeof newBackend>;

export const newLoadBalancer = z.strictObject({
  name: loadBalancerName,
  listeners: newListeners,
  algorithm: algorithm.default('round_robin').describe('How a backend is chosen.').meta({ example: 'round_robin' }),
  health_check: healthCheckChange.default({}).describe('How backends are checked; omitted fields have their defaults.'),
  vpc_id: reference
    .optional()
    .describe("The VPC of the backends; by default the account's default VPC.")
    .meta({ 'x-immutable': true, example: 'vpc-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  sticky_sessions: z
    .boolean()
    .default(false)
    .describe('Whether a client keeps its backend, by a cookie; for http and https listeners.'),
  // Each backend is checked against the caller's Denies before the quota is checked.
  backends: z.array(newBackend).max(100).default([]).describe('The first backends; more can be added later.'),
  tags: tags.default({}),
});
export type NewLoadBalancer = z.infer<typeof newLoadBalancer>;

export const loadBalancerChange = z.strictObject({
  name: loadBalancerName.optional(),
  listeners: newListeners.optional(),
  algorithm: algorithm.optional().describe('How a backend is chosen.').meta({ example: 'least_connections' }),
  health_check: healthCheckChange.optional().describe('How backends are checked; omitted fields stay unchanged.'),
  sticky_sessions: z
    .boolean()
    .optional()
    .describe('Whether a client keeps its backend, by a cookie; for http and https listeners.'),
  tags: tags.optional(),
});
export type LoadBalancerChange = z.infer<typeof loadBalancerChange>;
