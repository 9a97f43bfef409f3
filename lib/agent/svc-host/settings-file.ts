import type { Environment } from '#lib/model/platform/setting.ts';
import { environment } from '#lib/model/platform/settings.ts';
import { HostError } from './host-error.ts';

/** The settings that a host which has joined may have, in the order in which they are written. */
const names = [
  'SVC_HOST',
  'SVC_HOST_API',
  'SVC_HOST_KEY_FILE',
  'SVC_BASE_URL',
  'SVC_DATA_DIR',
  'SVC_COMPUTE',
  'SVC_TIME_SCALE',
  'SVC_PUBLIC_IP',
  'SVC_LISTEN_IP',
  'SVC_CAPACITY',
  'SVC_ADDRESS_POOL',
  'SVC_RESERVED_PORTS',
  'SVC_CONSOLE_URL',
  'SVC_CONSOLE_PORT',
  'SVC_CONSOLE_CERT',
  'SVC_CONSOLE_KEY',
  'SVC_DISK_SCOPE',
  'SVC_IMAGE_REGISTRY',
  'SVC_REGISTRY_AUTH',
] as const;

export type SettingName = (typeof names)[number];

const heading = `# What this host is and what it offers: docs/settings.md of svc. A change counts from the next start on:
# systemctl restart svc-host
`;

/** The text of a file with these settings. */
export const writtenSettings = (settings: Partial<Record<SettingName, string>>): string =>
  heading + names.map((name) => (settings[name] ? `${name}=${settings[name]}\n` : '')).join('');

/** Reads such a file. HostError, with the line, for anything but settings of a host. */
export function readSettings(text: string, file: string): Partial<Record<SettingName, string>> {
  const found: Partial<Record<SettingName, string>> = {};
  for (const [at, line] of text.split('\n').entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [, name, value = ''] = /^\s*(\w{1,64})=(.*)$/.exec(line) ?? [];
    const known = names.find((one) => one === name);
    if (!known) throw new HostError(`${file}, line ${at + 1}: ${name ?? 'this'} is no setting of a host`);
    found[known] = value.trim();
  }
  return found;
}

/** Gives this process these settings, and none that it was started with. */
export function useSettings(settings: Environment): void {
  const env = environment();
  for (const name of Object.keys(env)) if (/^(SVC|AWS)_/.test(name)) delete env[name];
  Object.assign(env, settings);
}
