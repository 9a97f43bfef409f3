import * as z from 'zod';
import { id, stamps, tags, timestamp } from '#lib/model/platform/common.ts';

/** The statuses of contract 3.5. A deleted load balancer has no status, since its record is removed. */
export const loadBalancerStatuses = ['provisioning', 'active', 'updating', 'error', 'deleting'] as const;
export type LoadBalancerStatus = (typeof loadBalancerStatuses)[number];

const protocol = z.enum(['http', 'tcp']);
const port = z.int().min(1).max(65_535);

export const algorithm = z.enum(['round_robin', 'least_connections']);
export type Algorithm = z.infer<typeof algorithm>;

export const listener = z.strictObject({ protocol, port, target_port: port });
export type Listener = z.infer<typeof listener>;

export const healthCheck = z.strictObject({
  protocol,
  port: port.nullable(),
  path: z.string(),
  interval_seconds: z.int(),
  timeout_seconds: z.int(),
  healthy_threshold: z.int(),
  unhealthy_threshold: z.int(),
  expected_codes: z.string(),
});
export type HealthCheck = z.infer<typeof healthCheck>;

/** The health of a backend (contract 3.6). */
export const health = z.enum(['initial', 'healthy', 'unhealthy', 'unused', 'draining']);
export type Health = z.infer<typeof health>;

/** A backend as replies show it (contract 2). */
export const backend = z.strictObject({
  instance_id: id('instance'),
  port: port.nullable(),
  weight: z.int(),
  health,
  health_reason: z.string().nullable(),
  last_checked_at: timestamp.nullable(),
  draining_until: timestamp.nullable(),
});
export type Backend = z.infer<typeof backend>;

/** A load balancer as replies show it (contract 2). */
export const loadBalancer = z.strictObject({
  id: id('loadBalancer'),
  ...stamps,
  name: z.string(),
  status: z.enum(loadBalancerStatuses),
  status_reason: z.string().nullable(),
  allowed_actions: z.array(z.enum(['update', 'delete', 'add_backend', 'remove_backend'])),
  algorithm,
  public_ip: z.string(),
  public_hostname: z.string(),
  vpc_id: id('vpc'),
  listeners: z.array(listener),
  health_check: healthCheck,
  sticky_sessions: z.boolean(),
  backends: z.array(backend),
  tags,
  price_monthly: z.int(),
});
export type LoadBalancer = z.infer<typeof loadBalancer>;

/** A draining backend, as the reply to its removal. */
export const drainingBackend = z.strictObject({
  instance_id: id('instance'),
  health: z.literal('draining'),
  draining_until: timestamp,
});
export type DrainingBackend = z.infer<typeof drainingBackend>;

/** The maximum number of backends of a load balancer (contract 1.9). */
export const maxBackends = 20;

const loadBalancerName = z
  .string()
  .min(1)
  .max(63)
  .regex(/^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$/, 'must be a hostname label: letters, digits and inner hyphens');

/** The id of another resource. The verb refuses with 404 where that does not exist. */
const reference = z.string().min(1).max(64);

/** A listener in a request. Without `target_port`, backends are reached on the listener's own port. */
const newListeners = z
  .array(z.strictObject({ protocol, port, target_port: port.optional() }))
  .min(1)
  .max(10);

/** A backend in a request. A null port means each listener's target_port. */
export const newBackend = z.strictObject({
  instance_id: reference,
  port: port.nullable().default(null),
  weight: z.int().min(1).max(100).default(1),
});
export type NewBackend = z.infer<typeof newBackend>;

/** `200`, `200-399`, or several of these, separated by commas. */
const expectedCodes = z
  .string()
  .max(100)
  .superRefine((text, context) => {
    const problem = codesProblem(text);
    if (problem)
      context.addIssue({
        code: 'custom',
        message: `${JSON.stringify(text)} ${problem}`,
        input: text,
        params: { named: true },
      });
  });

/** Why a text is not a list of HTTP statuses, as the end of a sentence; undefined where it is one. */
function codesProblem(text: string): string | undefined {
  if (!/^\d{3}(-\d{3})?(,\d{3}(-\d{3})?)*$/.test(text)) return 'must be statuses and ranges like 200-399,404';
  const wrong = codeRanges(text).find(({ from, to }) => from < 100 || to > 599 || from > to);
  return wrong && `has ${wrong.from}-${wrong.to} (a range rises within 100-599)`;
}

/** The ranges of a list of HTTP statuses, both ends included. */
export function codeRanges(text: string): { from: number; to: number }[] {
  return text.split(',').map((part) => {
    const [from = '', to = from] = part.split('-');
    return { from: Number(from), to: Number(to) };
  });
}

/** The settings of a health check in a request. Absent ones have their default, or stay as they are. */
export const healthCheckChange = z.strictObject({
  protocol: protocol.optional(),
  port: port.nullable().optional(),
  path: z
    .string()
    .max(255)
    .regex(/^\/[!-~]*$/, 'must begin with / and be of printable ASCII without spaces')
    .optional(),
  interval_seconds: z.int().min(2).max(300).optional(),
  timeout_seconds: z.int().min(1).max(60).optional(),
  healthy_threshold: z.int().min(2).max(10).optional(),
  unhealthy_threshold: z.int().min(2).max(10).optional(),
  expected_codes: expectedCodes.optional(),
});
export type HealthCheckChange = z.infer<typeof healthCheckChange>;

export const newLoadBalancer = z.strictObject({
  name: loadBalancerName,
  listeners: newListeners,
  algorithm: algorithm.default('round_robin'),
  health_check: healthCheckChange.default({}),
  vpc_id: reference.optional(),
  sticky_sessions: z.boolean().default(false),
  // Each backend is checked against the caller's Denies before the quota is checked.
  backends: z.array(newBackend).max(100).default([]),
  tags: tags.default({}),
});
export type NewLoadBalancer = z.infer<typeof newLoadBalancer>;

export const loadBalancerChange = z.strictObject({
  name: loadBalancerName.optional(),
  listeners: newListeners.optional(),
  algorithm: algorithm.optional(),
  health_check: healthCheckChange.optional(),
  sticky_sessions: z.boolean().optional(),
  tags: tags.optional(),
});
export type LoadBalancerChange = z.infer<typeof loadBalancerChange>;
