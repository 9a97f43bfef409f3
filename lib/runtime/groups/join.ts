import type { Launch } from '#lib/runtime/launch.ts';

/** Moves itself into the groups whose files come before `--`, then becomes the program. */
const JOIN = 'while [ "$1" != -- ]; do echo 0 >"$1" || exit 125; shift; done; shift; exec "$@"';

/** A program of the host that is in these groups before it begins. The launcher's verbs join by themselves. */
export function joined(launch: Launch, joins: readonly string[]): Launch {
  if (joins.length === 0) return launch;
  return { ...launch, file: '/bin/sh', args: ['-c', JOIN, 'sh', ...joins, '--', launch.file, ...launch.args] };
}
