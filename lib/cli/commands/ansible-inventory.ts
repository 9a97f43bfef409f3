import type { Command } from 'commander';
import { exits, Failure, usage } from '#lib/cli/failure.ts';
import { formed } from '#lib/cli/forms.ts';
import { show } from '#lib/cli/output/output.ts';
import { tell } from '#lib/cli/output/terminal.ts';
import type { Session } from '#lib/cli/run/session.ts';
import { SvcError } from '#lib/client/error.ts';
import type { Runners } from './command.ts';
import { closedHost, hostOf, isAlone, type Machine, writeHosts } from './machines.ts';

interface Flags {
  readonly list?: boolean;
  readonly host?: string;
}

/** An instance as the API lists it. */
type Listed = Machine & {
  readonly tags: Readonly<Record<string, string>>;
  readonly vpc_id: string;
  readonly asg_id: string | null;
};

/** The names of networks and groups, by their ids. */
type Names = ReadonlyMap<string, string>;

/** `svc ansible-inventory`: the instances as an inventory script of Ansible tells them. */
export function add(command: Command, { run }: Runners): void {
  command
    .option('--list', 'list all groups and hosts with their variables')
    .option('--host <name>', 'show the variables of one host')
    .action(run((session, flags: Flags) => told(session, flags)));
}

async function told(session: Session, { list = false, host }: Flags): Promise<void> {
  if (list === (host !== undefined)) throw usage('--list: give either --list or --host NAME', 'svc --help');
  const { hostvars, groups } = await inventory(session);
  if (host !== undefined && !Object.hasOwn(hostvars, host)) {
    throw new Failure(`there is no host "${host}"`, {
      exit: exits.missing,
      code: 'not_found',
      hint: 'svc ansible-inventory --list',
    });
  }
  const body = host === undefined ? { _meta: { hostvars }, ...groups } : hostvars[host];
  await show(body, { columns: [] }, session.globals, 'json');
}

async function inventory(session: Session) {
  const machines: Listed[] = [];
  for await (const one of session.client.paginate('listInstances', { query: { limit: 200 } })) {
    const machine = one as Listed;
    if (machine.status !== 'terminated') machines.push(machine);
  }
  const hosts = new Map(machines.map((one) => [isAlone(one, machines) ? formed('name', one.name) : one.id, one]));
  const hostvars = await connected(session, hosts);
  return { hostvars, groups: grouped(hosts, await namesOf(session, machines)) };
}

/** The names of the machines' networks and groups. What policies hide has none. */
async function namesOf({ typed }: Session, machines: readonly Listed[]): Promise<Names> {
  const found = new Map<string, string>();
  const collect = async (items: AsyncIterable<{ id: string; name: string }>) => {
    try {
      for await (const { id, name } of items) found.set(id, name);
    } catch (error) {
      if (!(error instanceof SvcError && error.status === 403)) throw error;
    }
  };
  if (machines.length > 0) await collect(typed.each('listVpcs', { query: { limit: 200 } }));
  if (machines.some(({ asg_id }) => asg_id)) {
    await collect(typed.each('listAutoScalingGroups', { query: { limit: 200 } }));
  }
  return found;
}

/** The variables of each host. How OpenSSH reaches it stands in a file, as for `svc ssh-config`. */
async function connected(session: Session, hosts: ReadonlyMap<string, Listed>) {
  const texts: string[] = [];
  const all: [string, { machine: Listed; user: string | undefined }][] = [];
  for (const [name, machine] of hosts) {
    const { text, user, isOpen } =
      machine.status === 'running' ? await hostOf(session, machine, false) : closedHost(machine);
    texts.push(text);
    all.push([name, { machine, user }]);
    if (!isOpen && user !== undefined && !session.globals.quiet) {
      tell(`${name}: none of your keys can log in; svc ssh-config --add-key adds this context's key.`);
    }
  }
  const file = writeHosts(`ansible-${session.settings.name}`, texts);
  return Object.fromEntries(all.map(([name, { machine, user }]) => [name, variables(machine, user, file)]));
}

const variables = (machine: Listed, user: string | undefined, file: string) => ({
  // The file knows a machine by its id alone: its address and port come again with other machines.
  ansible_host: formed('id', machine.id),
  ansible_ssh_common_args: `-F '${file.replaceAll("'", () => `'"'"'`)}'`,
  ...(user !== undefined && { ansible_user: user, ansible_port: machine.ssh_port }),
  ...Object.fromEntries(
    Object.entries(machine).flatMap(([field, value]) =>
      /^[a-z][a-z0-9_]*$/.test(field) ? [[`svc_${field}`, inert(value)]] : [],
    ),
  ),
});

/** A value in which Ansible finds no template and no mark of its own: whoever may set a tag runs nothing by it. */
function inert(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('{') ? { __ansible_unsafe: value } : value;
  if (Array.isArray(value)) return value.map(inert);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => !key.startsWith('__ansible_') && !key.includes('{'));
  return Object.fromEntries(entries.map(([key, item]) => [key, inert(item)]));
}

/** The groups with the names of their hosts. */
function grouped(hosts: ReadonlyMap<string, Listed>, names: Names): Record<string, { hosts: string[] }> {
  const groups = new Map<string, { hosts: string[] }>();
  for (const [name, machine] of hosts) {
    for (const group of new Set(groupsOf(machine, names).map(groupName))) {
      const { hosts: members } = groups.get(group) ?? { hosts: [] };
      groups.set(group, { hosts: [...members, name] });
    }
  }
  return Object.fromEntries([...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function groupsOf({ status, image_id, vpc_id, asg_id, tags }: Listed, names: Names): string[] {
  return [
    `status_${status}`,
    `image_${image_id}`,
    `vpc_${names.get(vpc_id) ?? vpc_id}`,
    ...(asg_id ? [`asg_${names.get(asg_id) ?? asg_id}`] : []),
    ...Object.entries(tags ?? {}).map(([key, value]) => (value === '' ? `tag_${key}` : `tag_${key}_${value}`)),
  ];
}

/** A name of a group as Ansible wants it: that of a variable. */
const groupName = (text: string): string => text.replaceAll(/\W/g, '_');
