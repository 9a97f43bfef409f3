import type { ImageProgram } from '#lib/runtime/backend.ts';

/** The file of a machine that says what the program of its image is (launcher/entrypoint.pl). */
const FILE = 'etc/services.d/entrypoint/program';

const HEAD = [
  "# The program of this machine's image. The platform wrote this file once, when it made the machine, and keeps the",
  '# program running as it says. In a text \\n is the end of a line, and \\\\ is a backslash.',
];

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

/** That file, by its path from the machine's root. */
export function entrypointFile({ argv, env, cwd, user }: ImageProgram): Record<string, string> {
  const lines = [
    ['user', user],
    ['folder', cwd || '/'],
    ...env.map((line) => ['env', line]),
    ...argv.map((word) => ['arg', word]),
  ];
  return { [FILE]: [...HEAD, ...lines.map(([name, text = '']) => `${name} ${escaped(text)}`), ''].join('\n') };
}
