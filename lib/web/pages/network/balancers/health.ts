import type { Backend } from '#lib/generated/client/schemas.ts';

/** What a reason means and what helps, for people. */
const reasons: Readonly<Record<string, string>> = {
  connection_refused: 'Nothing listens on the port, or the instance’s firewall refuses it.',
  draining: 'It gets no new connections; open ones may finish.',
  instance_stopped: 'Its instance is not running. It is used again once it runs.',
  registering: 'It gets no requests until its first successful checks.',
  timeout: 'It did not answer in time: the program hangs, or the firewall drops what the load balancer sends.',
};

/** Why a backend has its health, in words; undefined where there is nothing to say. */
export function reasonOf({ health_reason }: Pick<Backend, 'health_reason'>): string | undefined {
  if (health_reason === null) return undefined;
  const status = /^unexpected_status_(\d+)$/.exec(health_reason)?.[1];
  if (status !== undefined) return `It answered the check with HTTP ${status}, not with an expected status.`;
  return reasons[health_reason] ?? health_reason.replaceAll('_', ' ');
}
