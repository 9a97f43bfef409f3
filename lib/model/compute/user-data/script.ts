import { accountsOf } from './accounts.ts';
import { aptOf } from './apt.ts';
import type { CloudConfig } from './cloud-config.ts';
import type { InstanceData } from './jinja.ts';
import { shell } from './shell.ts';
import { base64Of, call, fileOf } from './words.ts';

/** The work of a first boot, in the order of cloud-init's stages. */
export interface Work {
  readonly boothooks: readonly string[];
  readonly config: CloudConfig | undefined;
  /** Addresses of scripts. */
  readonly includes: readonly string[];
  readonly scripts: readonly { readonly name: string; readonly text: string }[];
}

/** The script of a first boot. It does not set the hostname, with which the machine is created. */
export function scriptOf({ boothooks, config, includes, scripts }: Work, data: InstanceData): string {
  const hooks = boothooks.map((text, at) => ({ name: `boothook-${at + 1}`, text }));
  const files = [...hooks, ...scripts.map(({ name, text }) => ({ name: `script-${name}`, text }))];
  const lines = [
    ...files.map(({ name, text }) =>
      fileOf(name, { path: partPath(name), permissions: '0700', base64: base64Of(text) }),
    ),
    ...hooks.map(({ name }) => call(name, 'run_boothook', name)),
    ...(config ? before(config) : []),
    ...includes.map((address) => call(`include ${address}`, 'include', address)),
    ...commandsAmong(scripts, config),
    ...(config ? after(config, data) : []),
  ];
  return [shell, ...lines, 'exit $failed', ''].join('\n');
}

const partPath = (name: string): string => `/var/lib/svc/parts/${name}`;

/** The steps before the scripts. */
function before(config: CloudConfig): string[] {
  const { ca_certs, apt, hostname, fqdn, timezone, locale } = config;
  const names = [...new Set([fqdn, hostname].filter((name) => name !== undefined))];
  const [now, later] = [
    config.write_files.filter(({ defer }) => !defer),
    config.write_files.filter(({ defer }) => defer),
  ];
  return [
    ...commandsOf('bootcmd', config.bootcmd),
    ...now.map(writtenFile),
    ...config.mounts.map(mountOf),
    ...certificatesOf(ca_certs?.trusted ?? []),
    ...(config.manage_etc_hosts && names.length > 0 ? [call('manage_etc_hosts', 'name_in_hosts', ...names)] : []),
    ...accountsOf(config),
    ...(timezone === undefined ? [] : [call('timezone', 'set_timezone', timezone)]),
    ...(locale === undefined ? [] : [call('locale', 'set_locale', locale)]),
    ...(apt ? aptOf(apt) : []),
    ...(config.package_update ? [call('package_update', 'refresh')] : []),
    ...(config.package_upgrade ? [call('package_upgrade', 'upgrade')] : []),
    ...(config.packages.length === 0 ? [] : [call('packages', 'install', ...config.packages)]),
    ...later.map(writtenFile),
  ];
}

/** Scripts and the commands of `runcmd`, ordered by name as in cloud-init. */
function commandsAmong(scripts: Work['scripts'], config: CloudConfig | undefined): string[] {
  const all = [
    ...scripts.map(({ name }) => ({ name, lines: [call(`script ${name}`, partPath(`script-${name}`))] })),
    { name: 'runcmd', lines: commandsOf('runcmd', config?.runcmd ?? []) },
  ];
  return all.toSorted((one, other) => (one.name < other.name ? -1 : 1)).flatMap(({ lines }) => lines);
}

/** The steps at the end. */
function after({ phone_home, final_message, power_state }: CloudConfig, data: InstanceData): string[] {
  const values = { instance_id: data.instance_id, hostname: data.hostname, fqdn: data.hostname };
  return [
    ...(phone_home ? [homeCall(phone_home, values)] : []),
    ...(final_message === undefined ? [] : [call('final_message', 'last_words', final_message.trimEnd())]),
    ...(power_state?.message === undefined ? [] : [call('power_state', 'printf', '%s\\n', power_state.message)]),
    ...(power_state?.condition
      ? [call('power_state', 'power', power_state.mode === 'reboot' ? 'reboot' : 'poweroff', `${power_state.delay}`)]
      : []),
  ];
}

function homeCall(
  { url, post, tries }: NonNullable<CloudConfig['phone_home']>,
  values: Record<string, string>,
): string {
  const address = url.replace(/\$(?:INSTANCE_ID|\{INSTANCE_ID\})/gv, () => values.instance_id ?? '');
  return call('phone_home', 'phone_home', address, `${tries}`, ...post.map((name) => `${name}=${values[name]}`));
}

function certificatesOf(trusted: readonly string[]): string[] {
  if (trusted.length === 0) return [];
  const files = trusted.map((text, at) =>
    fileOf(`ca_certs[${at}]`, {
      path: `/usr/local/share/ca-certificates/cloud-init-ca-cert-${at + 1}.crt`,
      permissions: '0644',
      base64: base64Of(`${text.trimEnd()}\n`),
    }),
  );
  return [...files, call('ca_certs', 'trust')];
}

/**
 * The commands of a key, in one shell, so that they share folder and variables. A command that exits ends only the
 * commands of its own key.
 */
function commandsOf(key: string, commands: CloudConfig['runcmd']): string[] {
  if (commands.length === 0) return [];
  const steps = commands.map((command, at) =>
    call(`${key}[${at}]`, ...(typeof command === 'string' ? ['eval', command] : command)),
  );
  return [
    '(',
    "trap 'note $?; exit $failed' EXIT",
    ...steps,
    'what=; exit $failed',
    ')',
    'code=$? what=',
    'note $code',
  ];
}

function writtenFile({ encoding, content, ...file }: CloudConfig['write_files'][number]): string {
  const base64 = encoding === 'text' ? base64Of(content) : content.replaceAll(/\s/gv, '');
  return fileOf(`write_files ${file.path}`, { ...file, base64, gzip: encoding === 'gzip' });
}

const mountOf = (fields: CloudConfig['mounts'][number]): string => {
  const [what, where, type = 'auto', options = 'defaults,nofail', dump = '0', pass = '2'] = fields;
  return call(`mounts ${where}`, 'mount_there', what, where, type, options, dump, pass);
};
