import { parseDocument } from 'yaml';
import * as z from 'zod';
import { hostname } from '#lib/model/platform/common.ts';
import { chpasswd, groups, user } from './accounts.ts';
import { apt } from './apt.ts';
import { block, commands, httpUrl, isBase64, line, path, sshKeys, whole } from './fields.ts';
import { isMapping, type Mapping, type ReadMapping } from './merge.ts';
import { refusedKeys } from './refused-keys.ts';

const encodings = {
  'text/plain': 'text',
  b64: 'base64',
  base64: 'base64',
  gz: 'gzip',
  gzip: 'gzip',
  'gz+b64': 'gzip',
  'gz+base64': 'gzip',
  'gzip+b64': 'gzip',
  'gzip+base64': 'gzip',
} as const;
type EncodingName = keyof typeof encodings;

const writtenFile = z
  .strictObject({
    path,
    content: z.string().default(''),
    encoding: z
      .enum(Object.keys(encodings) as EncodingName[])
      .default('text/plain')
      .transform((name) => encodings[name]),
    owner: z
      .string()
      .regex(/^[\w\-]{1,32}(?::[\w\-]{1,32})?$/v, 'must be user or user:group')
      .optional(),
    permissions: z
      .string("must be text, such as '0644'")
      .regex(/^[0-7]{3,4}$/v, "must be an octal mode in quotes, such as '0644'")
      .optional(),
    append: z.boolean().default(false),
    defer: z.boolean().default(false),
  })
  .refine(({ encoding, content }) => encoding === 'text' || isBase64(content), {
    path: ['content'],
    message: 'must be base64',
  });

const packageName = z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9+.:~_\-]{0,127}$/v, 'must be the name of a package');
const packages = z
  .array(
    z.union([packageName, z.tuple([packageName, packageName]).transform(([name, version]) => `${name}=${version}`)]),
  )
  .max(128);

const field = z.string().regex(/^[^\s\0]{1,1024}$/v, 'must not contain spaces');
const mount = z.tuple(
  [field, path, field, field, field, field].map((each, at) => (at > 1 ? each.optional() : each)) as [
    typeof field,
    typeof path,
    z.ZodOptional<typeof field>,
    z.ZodOptional<typeof field>,
    z.ZodOptional<typeof field>,
    z.ZodOptional<typeof field>,
  ],
);

const posted = ['instance_id', 'hostname', 'fqdn'] as const;
const phoneHome = z.strictObject({
  url: httpUrl,
  post: z
    .union([z.literal('all').transform(() => [...posted]), z.array(z.enum(posted, `must be of ${posted.join(', ')}`))])
    .default([...posted]),
  tries: z.number().int().min(1).max(10).default(10),
});

const powerState = z.strictObject({
  mode: z.enum(['poweroff', 'halt', 'reboot']),
  delay: z.union([z.literal('now').transform(() => 0), whole(0, 1440)], 'must be now, or minutes').default(0),
  message: line(256).optional(),
  timeout: z.number().optional(),
  condition: z.boolean('must be true or false').default(true),
});

/** The supported keys of user data that begins with `#cloud-config` (contract 4.12). */
export const cloudConfig = z.strictObject({
  hostname: hostname.optional(),
  fqdn: hostname.optional(),
  preserve_hostname: z.literal(false, 'must be false: to keep the hostname, leave it out').optional(),
  manage_etc_hosts: z.union([z.boolean(), z.enum(['localhost', 'template'])]).optional(),
  users: z.array(user).max(32).default([]),
  groups: groups.default([]),
  ssh_authorized_keys: sshKeys.default([]),
  ssh_pwauth: z.literal(false, 'must be false: SSH logins use keys').optional(),
  disable_root: z.literal(false, 'must be false: root keeps the keys that the platform sets').optional(),
  password: line(256).optional(),
  chpasswd: chpasswd.optional(),
  write_files: z.array(writtenFile).max(256).default([]),
  apt: apt.optional(),
  packages: packages.default([]),
  package_update: z.boolean().default(false),
  package_upgrade: z.boolean().default(false),
  package_reboot_if_required: z.literal(false, 'must be false: use power_state').optional(),
  ca_certs: z
    .strictObject({
      remove_defaults: z.literal(false, 'must be false: the certificates of the image are kept').optional(),
      trusted: z.array(block(65_536)).max(64).default([]),
    })
    .optional(),
  timezone: line(64)
    .regex(/^[\w+\-]+(?:\/[\w+\-]+){0,2}$/v, 'must be a time zone, such as Asia/Kolkata')
    .optional(),
  locale: line(64)
    .regex(/^[\w.@\-]+$/v, 'must be a locale, such as en_US.UTF-8')
    .optional(),
  runcmd: commands.default([]),
  bootcmd: commands.default([]),
  mounts: z.array(mount).max(32).default([]),
  final_message: block(1024).optional(),
  phone_home: phoneHome.optional(),
  power_state: powerState.optional(),
});
export type CloudConfig = z.infer<typeof cloudConfig>;

/** A checked cloud-config, or the first problem found, with the key that it concerns. */
export type ReadConfig = { readonly config: CloudConfig } | { readonly problem: string };

/** Reads a cloud-config. Never throws. */
export function readCloudConfig(text: string): ReadConfig {
  const read = readMapping(text);
  return 'problem' in read ? read : checkConfig(read.mapping);
}

/** Reads the keys of a cloud-config without checking their values. A key without a value is left out. Never throws. */
export function readMapping(text: string): ReadMapping {
  const { value = {}, problem } = readYaml(text);
  if (problem !== undefined) return { problem };
  if (!isMapping(value ?? {})) return { problem: 'must be a mapping of keys' };
  const given = Object.entries((value ?? {}) as Mapping).filter(([, one]) => one !== null);
  return { mapping: Object.fromEntries(given.map(([key, one]) => [named(key), withNames(one)])) };
}

/** Hyphens in keys are cloud-init's older spelling. */
const named = (key: string): string => (key.startsWith('-') ? key : key.replaceAll('-', '_'));

/** The keys of a list of mappings, such as users, in the newer spelling. */
const withNames = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((one) =>
        isMapping(one) && 'name' in one
          ? Object.fromEntries(Object.entries(one).map(([key, each]) => [named(key), each]))
          : one,
      )
    : value;

/** Checks a mapping that was read. */
export function checkConfig(mapping: Mapping): ReadConfig {
  const { merge_how: _, merge_type: __, ...given } = mapping;
  const refused = Object.keys(given).find((key) => Object.hasOwn(refusedKeys, key));
  if (refused !== undefined) return { problem: `${refused}: is not supported: ${refusedKeys[refused]}` };
  const { data, error } = cloudConfig.safeParse(given);
  return data ? { config: data } : { problem: firstProblem(error.issues) };
}

function readYaml(text: string): { value?: unknown; problem?: string } {
  try {
    const document = parseDocument(text, { logLevel: 'silent' });
    const [error] = document.errors;
    if (!error) return { value: document.toJS({ maxAliasCount: 100 }) };
    const at = error.linePos?.[0].line;
    return { problem: `is not YAML${at === undefined ? '' : ` (line ${at})`}: ${error.code}` };
  } catch {
    return { problem: 'is YAML that cannot be read: it is nested too deeply, or has too many aliases' };
  }
}

function firstProblem(issues: readonly z.core.$ZodIssue[]): string {
  const [issue] = issues;
  if (!issue) return 'cannot be read';
  const at = placeOf(issue);
  if (issue.code === 'unrecognized_keys') {
    const key = JSON.stringify((issue.keys[0] ?? '').slice(0, 64));
    const known = Object.keys(cloudConfig.shape).join(', ');
    return at === '' ? `has an unknown key ${key}; known keys are ${known}` : `has an unknown key ${key} in ${at}`;
  }
  const closest = issue.code === 'invalid_union' ? closestOf(issue) : undefined;
  if (closest) return firstProblem([{ ...closest, path: [...issue.path, ...closest.path] }]);
  return at === '' ? 'must be a mapping of keys' : `${at}: ${issue.message}`;
}

/** The location of a problem, such as `users[0].name`. */
const placeOf = ({ path: keys }: z.core.$ZodIssue): string =>
  keys
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .slice(1);

/** Where a value may have several forms, the problem of the form that it matches best. */
function closestOf({ errors }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue | undefined {
  const depth = ({ path: { length }, code }: z.core.$ZodIssue) => length + (code === 'unrecognized_keys' ? 1 : 0);
  const [deepest] = errors.flatMap(([issue]) => issue ?? []).toSorted((one, other) => depth(other) - depth(one));
  return deepest && depth(deepest) > 0 ? deepest : undefined;
}
