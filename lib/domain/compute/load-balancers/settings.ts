import type { HealthCheck, HealthCheckChange, Listener } from '#lib/model/compute/load-balancer.ts';
import { ApiError } from '#lib/model/platform/errors.ts';

type NewListener = Omit<Listener, 'target_port'> & { target_port?: number | undefined };

/** Listeners with their target ports. 409 already_exists where two listeners have the same port. */
export function listenersOf(given: readonly NewListener[]): Listener[] {
  const firstOn = new Map<number, number>();
  for (const [at, { port }] of given.entries()) {
    const first = firstOn.get(port);
    if (first !== undefined) {
      throw new ApiError('already_exists', `listeners[${at}].port: ${port} is the port of listeners[${first}] already`);
    }
    firstOn.set(port, at);
  }
  return given.map(({ protocol, port, target_port = port }) => ({ protocol, port, target_port }));
}

/** The health check's defaults; the protocol is that of the first listener (contract 4.5). */
export const defaultHealthCheck = ([listener]: readonly Listener[]): HealthCheck => ({
  protocol: listener?.protocol ?? 'tcp',
  port: null,
  path: '/',
  interval_seconds: 10,
  timeout_seconds: 5,
  healthy_threshold: 3,
  unhealthy_threshold: 3,
  expected_codes: '200-399',
});

/** A health check with some settings changed. 400 where a probe may take longer than the interval between probes. */
export function healthCheckOf(known: HealthCheck, change: HealthCheckChange): HealthCheck {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const check: HealthCheck = { ...known, ...Object.fromEntries(given) };
  if (check.timeout_seconds >= check.interval_seconds) {
    throw new ApiError(
      'validation_failed',
      `health_check.timeout_seconds: ${check.timeout_seconds} must be below interval_seconds (${check.interval_seconds})`,
    );
  }
  return check;
}
