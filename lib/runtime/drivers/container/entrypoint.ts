import type { ImageProgram } from '#lib/runtime/backend.ts';

/** The service of a machine that runs the program of its image, and whose output init writes to the console. */
const FOLDER = 'etc/services.d/entrypoint';

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Scripts of that service, by their paths from the machine's root, and what /etc/passwd lacks for it. */
export interface EntrypointFiles {
  readonly scripts: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

/**
 * The files by which init keeps the program running: in its folder, with its environment, as its user. A user's own
 * groups are those of the machine; a group that the image names beside the user is not looked at.
 */
export function entrypointFiles({ argv, env, cwd, user, passwd }: ImageProgram): EntrypointFiles {
  const folder = quoted(cwd || '/');
  const exports = env.flatMap((line) => {
    const [, name = '', value = ''] = /^([A-Za-z_]\w*)=(.*)$/s.exec(line) ?? [];
    return name === '' ? [] : [`export ${name}=${quoted(value)}`];
  });
  const head = [
    '#!/bin/sh',
    "# The program of this machine's image. The platform wrote this file once, when it made the machine.",
  ];
  const program = [...head, ...exports, `cd ${folder} || exit`, `exec ${argv.map(quoted).join(' ')}`];
  const { name, line } = accountOf(user, passwd);
  const made = `[ -d ${folder} ] || mkdir -p ${folder}`;
  const start = name === null ? 'exec ./program' : `exec su -s /bin/sh ${quoted(name)} -c 'exec /${FOLDER}/program'`;
  const run = ['#!/bin/sh', made, start];
  const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;
  return {
    scripts: { [`${FOLDER}/run`]: text(run), [`${FOLDER}/program`]: text(program) },
    files:
      line === null
        ? {}
        : { 'etc/passwd': `${passwd === '' || passwd.endsWith('\n') ? passwd : `${passwd}\n`}${line}\n` },
  };
}

/** The name of an image's user; null for root. One that has an id alone gets a name, and a line. */
function accountOf(user: string, passwd: string): { readonly name: string | null; readonly line: string | null } {
  const [wanted = '', group = ''] = user.split(':');
  if (wanted === '' || wanted === 'root' || wanted === '0') return { name: null, line: null };
  if (!/^\d{1,5}$/.test(wanted)) return { name: wanted, line: null };
  const known = passwd.split('\n').find((line) => line.split(':')[2] === wanted);
  if (known) return { name: known.split(':')[0] ?? wanted, line: null };
  const gid = /^\d{1,5}$/.test(group) ? group : '0';
  return { name: `svc-${wanted}`, line: `svc-${wanted}:x:${wanted}:${gid}::/:/bin/sh` };
}
