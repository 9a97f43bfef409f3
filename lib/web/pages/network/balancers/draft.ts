import type { Args } from '#lib/client/methods.ts';
import type { LoadBalancer } from '#lib/generated/client/schemas.ts';
import type { Row } from '#lib/web/parts/row.ts';

/* What is typed into the form of a load balancer, and what is sent of it. */

type Listener = LoadBalancer['listeners'][number];
export type Protocol = Listener['protocol'];
export type ProxyProtocol = NonNullable<Listener['proxy_protocol']>;
export type BackendProtocol = NonNullable<Listener['backend_protocol']>;

/** A listener as it is typed. */
export interface ListenerDraft extends Row {
  readonly protocol: Protocol;
  readonly port: string;
  /** '' for the listener's own port. */
  readonly target: string;
  /** Ids of certificates, for https; '' where another one is to be chosen. */
  readonly certificates: readonly string[];
  /** Whether clients are sent to https, for http. */
  readonly redirect: boolean;
  /** How backends are told the client, for tcp. */
  readonly proxy: ProxyProtocol;
  /** What backends are spoken to in, for https. */
  readonly backend: BackendProtocol;
}

/** A backend as it is typed. */
export interface BackendDraft extends Row {
  readonly instance: string;
  /** '' for each listener's target port. */
  readonly port: string;
  readonly weight: string;
}

/** How backends are checked, as it is typed; '' for the platform's default. */
export interface CheckDraft {
  readonly protocol: LoadBalancer['health_check']['protocol'];
  readonly port: string;
  readonly path: string;
  readonly interval: string;
  readonly timeout: string;
  readonly healthy: string;
  readonly unhealthy: string;
  readonly codes: string;
}

/** What can be set of a load balancer, also later. */
export interface SettingsDraft {
  readonly algorithm: LoadBalancer['algorithm'];
  readonly sticky: boolean;
  readonly listeners: readonly ListenerDraft[];
  readonly check: CheckDraft;
}

export const newListener: Omit<ListenerDraft, 'key'> = {
  protocol: 'http',
  port: '',
  target: '',
  certificates: [''],
  redirect: false,
  proxy: 'none',
  backend: 'http',
};
export const newBackend: Omit<BackendDraft, 'key'> = { instance: '', port: '', weight: '1' };

/** The settings that a form begins with. */
export const newSettings: SettingsDraft = {
  algorithm: 'round_robin',
  sticky: false,
  listeners: [{ ...newListener, key: 0, port: '80', target: '8080' }],
  check: { protocol: 'http', port: '', path: '/', interval: '', timeout: '', healthy: '', unhealthy: '', codes: '' },
};

/** The settings of a load balancer as a form begins with them. */
export function settingsOf({ algorithm, sticky_sessions, listeners, health_check }: LoadBalancer): SettingsDraft {
  return {
    algorithm,
    sticky: sticky_sessions,
    listeners: listeners.map((one, key) => ({
      key,
      protocol: one.protocol,
      port: String(one.port),
      target: one.target_port === one.port ? '' : String(one.target_port),
      certificates: one.certificate_ids.length > 0 ? one.certificate_ids : [''],
      redirect: one.redirect_https,
      proxy: one.proxy_protocol ?? 'none',
      backend: one.backend_protocol ?? 'http',
    })),
    check: {
      protocol: health_check.protocol,
      port: health_check.port === null ? '' : String(health_check.port),
      path: health_check.path,
      interval: String(health_check.interval_seconds),
      timeout: String(health_check.timeout_seconds),
      healthy: String(health_check.healthy_threshold),
      unhealthy: String(health_check.unhealthy_threshold),
      codes: health_check.expected_codes,
    },
  };
}

type SettingsBody = Pick<
  Args<'createLoadBalancer'>['body'],
  'algorithm' | 'health_check' | 'listeners' | 'sticky_sessions'
>;

/** What is sent of the settings. */
export function settingsBody({ algorithm, sticky, listeners, check }: SettingsDraft): SettingsBody {
  return {
    listeners: listeners.map(({ protocol, port, target, certificates, redirect, proxy, backend }) => ({
      protocol,
      port: Number(port),
      ...(target && { target_port: Number(target) }),
      ...(protocol === 'https' && { certificate_ids: chosen(certificates) }),
      ...(protocol === 'http' && redirect && { redirect_https: true }),
      ...(protocol === 'tcp' && proxy !== 'none' && { proxy_protocol: proxy }),
      ...(protocol === 'https' && backend !== 'http' && { backend_protocol: backend }),
    })),
    algorithm,
    sticky_sessions: sticky,
    health_check: {
      protocol: check.protocol,
      port: check.port ? Number(check.port) : null,
      ...(check.protocol === 'http' && check.path && { path: check.path }),
      ...(check.protocol === 'http' && check.codes && { expected_codes: check.codes }),
      ...(check.interval && { interval_seconds: Number(check.interval) }),
      ...(check.timeout && { timeout_seconds: Number(check.timeout) }),
      ...(check.healthy && { healthy_threshold: Number(check.healthy) }),
      ...(check.unhealthy && { unhealthy_threshold: Number(check.unhealthy) }),
    },
  };
}

/** Those that are chosen, each once. */
const chosen = (ids: readonly string[]): string[] => [...new Set(ids.filter((id) => id !== ''))];

/** What is sent of a backend. */
export const backendBody = ({ instance, port, weight }: Omit<BackendDraft, 'key'>) => ({
  instance_id: instance,
  ...(port && { port: Number(port) }),
  ...(weight && weight !== '1' && { weight: Number(weight) }),
});

/** Whether every listener has its port, and what its protocol needs. */
export const isComplete = ({ listeners }: SettingsDraft): boolean =>
  listeners.every(
    ({ protocol, port, certificates }) => port !== '' && (protocol !== 'https' || chosen(certificates).length > 0),
  );
