import { resolve } from 'node:path';
import { detectedAddress, detectedCapacity } from '#lib/agent/detected.ts';
import { settings } from '#lib/model/platform/settings.ts';
import { defaultFolder } from './files.ts';
import { HostError } from './host-error.ts';
import type { SettingName } from './settings-file.ts';

/** The options of `svc-host join`, for `parseArgs`. */
export const joinOptions = {
  url: { type: 'string' },
  token: { type: 'string' },
  driver: { type: 'string' },
  'public-ip': { type: 'string' },
  'listen-ip': { type: 'string' },
  capacity: { type: 'string' },
  'address-pool': { type: 'string' },
  'reserved-ports': { type: 'string' },
  'console-url': { type: 'string' },
  'console-port': { type: 'string' },
  'console-cert': { type: 'string' },
  'console-key': { type: 'string' },
  'disk-scope': { type: 'string' },
  'state-dir': { type: 'string' },
  yes: { type: 'boolean' },
} as const;

type Text = Exclude<keyof typeof joinOptions, 'yes'>;
export type JoinValues = { readonly [K in Text]?: string | undefined } & { readonly yes?: boolean | undefined };

/** As what this machine is to join. */
export interface JoinPlan {
  readonly url: string;
  readonly token: string;
  readonly stateDir: string;
  /** What its settings will say, but for its id and for whom it signs. */
  readonly settings: Partial<Record<SettingName, string>> & Readonly<Record<'SVC_COMPUTE' | 'SVC_PUBLIC_IP', string>>;
}

/** Reads what was asked for, and finds out what was not said. HostError names the option that is missing or wrong. */
export function joinPlan(values: JoinValues): JoinPlan {
  const url = urlOf(values.url);
  const token = values.token ?? '';
  if (!/^svcj_[a-z0-9]{4,12}_[A-Za-z0-9_-]{43}$/.test(token))
    throw new HostError('--token: say the join token that an operator has made (svcj_…)');
  const stateDir = resolve(values['state-dir'] ?? defaultFolder);
  const address = checked('SVC_PUBLIC_IP', values, 'public-ip') || detectedAddress();
  if (!address) throw new HostError('--public-ip: say it, as this machine has no default route to find it by');
  const { vcpus, ram_mib } = detectedCapacity();
  return {
    url,
    token,
    stateDir,
    settings: {
      SVC_HOST_API: url,
      SVC_DATA_DIR: stateDir,
      SVC_COMPUTE: checked('SVC_COMPUTE', values, 'driver', 'auto'),
      SVC_PUBLIC_IP: address,
      SVC_LISTEN_IP: checked('SVC_LISTEN_IP', values, 'listen-ip'),
      SVC_CAPACITY: checked('SVC_CAPACITY', values, 'capacity', `${vcpus},${ram_mib}`),
      SVC_ADDRESS_POOL: checked('SVC_ADDRESS_POOL', values, 'address-pool'),
      SVC_RESERVED_PORTS: checked('SVC_RESERVED_PORTS', values, 'reserved-ports'),
      SVC_CONSOLE_URL: checked('SVC_CONSOLE_URL', values, 'console-url'),
      SVC_CONSOLE_PORT: checked('SVC_CONSOLE_PORT', values, 'console-port'),
      SVC_CONSOLE_CERT: fileOf(values['console-cert']),
      SVC_CONSOLE_KEY: fileOf(values['console-key']),
      SVC_DISK_SCOPE: checked('SVC_DISK_SCOPE', values, 'disk-scope'),
    },
  };
}

type Checked = Exclude<
  SettingName,
  'SVC_HOST' | 'SVC_HOST_API' | 'SVC_HOST_KEY_FILE' | 'SVC_BASE_URL' | 'SVC_DATA_DIR' | 'SVC_TIME_SCALE'
>;

/** The text of an option, which its setting allows; `otherwise` where it is not said. */
function checked(name: Checked, values: JoinValues, option: Text, otherwise = ''): string {
  const text = values[option];
  if (text === undefined) return otherwise;
  const { parse, allowed } = settings[name];
  if (parse(text) === undefined) throw new HostError(`--${option}: ${JSON.stringify(text)} is not ${allowed}`);
  return text;
}

/** A file, from wherever the host is run. */
const fileOf = (text: string | undefined): string => (text ? resolve(text) : '');

function urlOf(text: string | undefined): string {
  const parsed = URL.parse(text ?? '');
  const isOrigin = parsed?.pathname === '/' && !parsed.search && !parsed.hash && !parsed.username && !parsed.password;
  if (parsed?.protocol === 'https:' && isOrigin) return parsed.origin;
  throw new HostError('--url: say the address of the host API, https:// and a name without a path');
}

/** The plan as its user reads it. */
export function linesOf({ url, stateDir, settings: { ...its } }: JoinPlan): string[] {
  const [vcpus, ram] = (its.SVC_CAPACITY ?? '').split(',');
  return [
    `This machine becomes a host of ${url}:`,
    `  driver          ${its.SVC_COMPUTE === 'auto' ? 'container (auto)' : its.SVC_COMPUTE}`,
    `  public address  ${its.SVC_PUBLIC_IP}${its.SVC_LISTEN_IP ? `, translated to ${its.SVC_LISTEN_IP}` : ''}`,
    `  capacity        ${vcpus} vCPUs, ${ram} MiB of RAM`,
    `  address pool    ${its.SVC_ADDRESS_POOL || 'none: no elastic IPs, no load balancers'}`,
    `  consoles        ${its.SVC_CONSOLE_URL || 'none: no terminals in browsers'}`,
    `  reserved ports  ${its.SVC_RESERVED_PORTS || 'none but those in use'}`,
    `  disk scope      ${its.SVC_DISK_SCOPE || 'none: the disks of its machines are its own'}`,
    `  its key and its settings are written to ${stateDir}`,
  ];
}
