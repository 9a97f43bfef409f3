import * as z from 'zod';
import { line, path, sshKeys, username, whole } from './fields.ts';
import { call, defaultUser, keyOf, quoted } from './words.ts';

/* Users, groups and passwords in a cloud-config. */

const list = z.union([
  z.array(username).max(32),
  z.string().transform((text) =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  ),
]);

const hash = line(256).regex(/^[^:]*$/v, 'must be a password hash');

export const user = z.union([
  z.literal('default'),
  z.strictObject({
    name: username,
    gecos: line(128).optional(),
    homedir: path.optional(),
    shell: path.optional(),
    uid: whole(1, 65_533).optional(),
    primary_group: username.optional(),
    groups: list.optional(),
    system: z.boolean().optional(),
    no_create_home: z.boolean().optional(),
    no_user_group: z.boolean().optional(),
    expiredate: line(10)
      .regex(/^\d{4}-\d{2}-\d{2}$/v, 'must be a date, such as 2027-01-31')
      .optional(),
    sudo: z.union([z.literal(false), z.null(), line(256), z.array(line(256)).max(32)]).optional(),
    lock_passwd: z.boolean().optional(),
    passwd: hash.optional(),
    hashed_passwd: hash.optional(),
    plain_text_passwd: line(256).optional(),
    ssh_authorized_keys: sshKeys.optional(),
  }),
]);

/** Groups by name, or a mapping from a group to its members. */
export const groups = z.union([
  list.transform((names) => names.map((name) => ({ name, members: [] as string[] }))),
  z
    .array(z.union([username, z.record(username, z.array(username).max(32))]))
    .transform((given) =>
      given.flatMap((one) =>
        typeof one === 'string'
          ? [{ name: one, members: [] as string[] }]
          : Object.entries(one).map(([name, members]) => ({ name, members })),
      ),
    ),
]);

const entry = line(512).regex(/^[a-z_][a-z0-9_\-]{0,31}:.+$/v, 'must be user:password');

/** cloud-init's password module, without random passwords, which cloud-init prints to the console. */
export const chpasswd = z.strictObject({
  expire: z.boolean().default(true),
  users: z
    .array(
      z.strictObject({
        name: username,
        // Checked before the password, since a random one has none.
        type: z
          .enum(['text', 'hash'], 'must be text or hash: a random password would appear in the console log')
          .default('hash'),
        password: line(256),
      }),
    )
    .max(32)
    .default([]),
  list: z
    .union([
      z.array(entry),
      z.string().transform((text) =>
        text
          .split('\n')
          .map((one) => one.trim())
          .filter(Boolean),
      ),
    ])
    .pipe(z.array(entry).max(32))
    .default([]),
});

/** The part of a checked cloud-config that concerns users. */
export interface Accounts {
  readonly groups: z.infer<typeof groups>;
  readonly users: readonly z.infer<typeof user>[];
  readonly ssh_authorized_keys: readonly string[];
  readonly password?: string | undefined;
  readonly chpasswd?: z.infer<typeof chpasswd> | undefined;
}

/** The commands that create users and groups, and set up their access. */
export const accountsOf = (config: Accounts): string[] => [
  ...config.groups.map(({ name }) => call(`groups ${name}`, 'groupadd', '--force', name)),
  ...config.users.flatMap(userOf),
  ...config.groups.flatMap(({ name, members }) =>
    members.map((member) => call(`groups ${name}`, 'usermod', '--append', '--groups', name, member)),
  ),
  ...config.ssh_authorized_keys.map((key) => keyOf('ssh_authorized_keys', defaultUser, key)),
  ...passwordsOf(config),
];

function userOf(user: Accounts['users'][number]): string[] {
  // It already exists.
  if (user === 'default') return [];
  const { name, groups = [], primary_group, sudo, lock_passwd, ssh_authorized_keys = [] } = user;
  const what = `users ${name}`;
  const rights = sudo ? [sudo].flat() : [];
  const password = user.hashed_passwd ?? user.passwd;
  return [
    ...(primary_group === undefined ? [] : [call(what, 'groupadd', '--force', primary_group)]),
    ...groups.map((group) => call(what, 'groupadd', '--force', group)),
    call(what, 'add_user', name, ...optionsOf(user)),
    ...(password === undefined ? [] : [call(what, 'set_password', name, password, '--encrypted')]),
    ...(user.plain_text_passwd === undefined ? [] : [call(what, 'set_password', name, user.plain_text_passwd)]),
    ...passwordState(name, lock_passwd, password ?? user.plain_text_passwd),
    ...(rights.length === 0 ? [] : [call(what, 'allow_sudo', name, ...rights)]),
    ...ssh_authorized_keys.map((key) => keyOf(what, quoted(name), key)),
  ];
}

/** As in cloud-init, a password that is set cannot be used until `lock_passwd` is false. */
function passwordState(name: string, lock = true, password: string | undefined): string[] {
  if (lock) return password === undefined ? [] : [call(`users ${name}`, 'passwd', '--lock', name)];
  return password === undefined ? [call(`users ${name}`, 'passwd', '--delete', name)] : [];
}

function optionsOf(user: Exclude<Accounts['users'][number], 'default'>): string[] {
  const valued = {
    '--comment': user.gecos,
    '--home-dir': user.homedir,
    '--shell': user.shell,
    '--uid': user.uid,
    '--gid': user.primary_group,
    '--groups': user.groups?.join(',') || undefined,
    '--expiredate': user.expiredate,
  };
  const flags = { '--system': user.system, '--no-user-group': user.no_user_group };
  return [
    user.no_create_home ? '--no-create-home' : '--create-home',
    ...Object.entries(flags).flatMap(([flag, is]) => (is ? [flag] : [])),
    ...Object.entries(valued).flatMap(([option, value]) => (value === undefined ? [] : [option, `${value}`])),
  ];
}

function passwordsOf({ password, chpasswd }: Accounts): string[] {
  const { expire = true, users = [], list = [] } = chpasswd ?? {};
  const given = [
    ...users,
    ...list.map((text) => {
      const at = text.indexOf(':');
      const password = text.slice(at + 1);
      return { name: text.slice(0, at), password, type: /^\$\w+\$/v.test(password) ? 'hash' : 'text' } as const;
    }),
  ];
  const set = (name: string, password: string, type: string) => [
    `${call('chpasswd', 'set_password')} ${name} ${[password, ...(type === 'hash' ? ['--encrypted'] : [])].map(quoted).join(' ')}`,
    ...(expire ? [`${call('chpasswd', 'passwd', '--expire')} ${name}`] : []),
  ];
  return [
    ...(password === undefined ? [] : set(defaultUser, password, /^\$\w+\$/v.test(password) ? 'hash' : 'text')),
    ...given.flatMap(({ name, password, type }) => set(quoted(name), password, type)),
  ];
}
