import { parseDocument } from 'yaml';
import * as z from 'zod';
import { parsePublicKey } from '#lib/model/compute/openssh.ts';
import { hostname } from '#lib/model/platform/common.ts';

/** Text of one line, which may stand in a shell's script and in /etc/fstab. */
const line = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[^\0\n\r]*$/v, 'must be one line');

const path = line(4096).startsWith('/', 'must be an absolute path');

const sshKeys = z.array(line(16_384).refine(isPublicKey, 'must be an OpenSSH public key')).max(64);

function isPublicKey(text: string): boolean {
  try {
    parsePublicKey(text);
    return true;
  } catch {
    return false;
  }
}

const username = z.string().regex(/^[a-z_][a-z0-9_\-]{0,31}$/v, 'must be a user name');

const user = z.union([
  z.literal('default'),
  z.strictObject({
    name: username,
    gecos: line(128).optional(),
    homedir: path.optional(),
    shell: path.optional(),
    groups: z
      .union([z.array(username).max(32), z.string().transform((text) => text.split(',').map((name) => name.trim()))])
      .optional(),
    sudo: z.union([z.literal(false), line(256), z.array(line(256)).max(32)]).optional(),
    lock_passwd: z.boolean().optional(),
    ssh_authorized_keys: sshKeys.optional(),
  }),
]);

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
  })
  .refine(({ encoding, content }) => encoding === 'text' || isBase64(content), {
    path: ['content'],
    message: 'must be base64',
  });

const isBase64 = (text: string): boolean => {
  const plain = text.replaceAll(/\s/gv, '');
  return Buffer.from(plain, 'base64').toString('base64').replaceAll('=', '') === plain.replaceAll('=', '');
};

const word = z
  .union([z.string(), z.number(), z.boolean()])
  .transform(String)
  .refine((text) => !text.includes('\0'), 'must have no NUL');
const commands = z.array(z.union([word, z.array(word).min(1).max(256)])).max(256);

const packageName = z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9+.:~_\-]{0,127}$/v, 'must be the name of a package');
const packages = z
  .array(
    z.union([packageName, z.tuple([packageName, packageName]).transform(([name, version]) => `${name}=${version}`)]),
  )
  .max(128);

const field = z.string().regex(/^[^\s\0]{1,1024}$/v, 'must be without spaces');
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

/** What user data that begins with `#cloud-config` may say (contract 4.12). */
export const cloudConfig = z.strictObject({
  hostname: hostname.optional(),
  users: z.array(user).max(32).default([]),
  ssh_authorized_keys: sshKeys.default([]),
  write_files: z.array(writtenFile).max(256).default([]),
  packages: packages.default([]),
  runcmd: commands.default([]),
  bootcmd: commands.default([]),
  mounts: z.array(mount).max(32).default([]),
});
export type CloudConfig = z.infer<typeof cloudConfig>;

/** A cloud-config that was read, or what is wrong with it: the first problem, with the key that it is about. */
export type ReadConfig = { readonly config: CloudConfig } | { readonly problem: string };

/** Reads a cloud-config. Never throws. */
export function readCloudConfig(text: string): ReadConfig {
  const { value, problem } = readYaml(text);
  if (problem !== undefined) return { problem };
  const { data, error } = cloudConfig.safeParse(value ?? {});
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

/** Where a problem is, as `users[0].name`. */
const placeOf = ({ path: keys }: z.core.$ZodIssue): string =>
  keys
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .slice(1);

/** Of several shapes that a value may have, the problem of the one that it comes closest to. */
function closestOf({ errors }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue | undefined {
  const depth = ({ path: { length }, code }: z.core.$ZodIssue) => length + (code === 'unrecognized_keys' ? 1 : 0);
  const [deepest] = errors.flatMap(([issue]) => issue ?? []).toSorted((one, other) => depth(other) - depth(one));
  return deepest && depth(deepest) > 0 ? deepest : undefined;
}
