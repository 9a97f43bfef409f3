import type { Flag } from '#lib/cli/table/types.ts';

/** A flag with the value that it stands for. */
export interface Valued {
  readonly flag: Flag;
  readonly value: unknown;
}

/** Values where their fields are. */
export function placed(values: readonly Valued[], into: Record<string, unknown> = {}): Record<string, unknown> {
  for (const { flag, value } of values) {
    let target = into;
    for (const name of flag.at.slice(0, -1)) {
      target[name] = typeof target[name] === 'object' && target[name] !== null ? { ...target[name] } : {};
      target = target[name] as Record<string, unknown>;
    }
    target[flag.at.at(-1) ?? ''] = value;
  }
  return into;
}
