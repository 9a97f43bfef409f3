import { type Check, capabilities, checks, type Finding } from './checks.ts';
import type { HostView } from './host.ts';

/** One thing that was looked at. */
export interface Checked {
  readonly check: string;
  readonly ok: boolean;
  readonly found: string;
  /** What brings it; null where it is there, or nothing does. */
  readonly command: string | null;
}

/** Why machines have a capability, or have not. */
export interface Capable {
  readonly capability: string;
  readonly there: boolean;
  readonly because: string;
  readonly command: string | null;
}

/** What machines of a platform of this user can do on a computer. */
export function examine(host: HostView): { checks: Checked[]; capabilities: Capable[] } {
  const found = Object.fromEntries(Object.entries(checks).map(([name, look]) => [name, look(host)])) as Record<
    Check,
    Finding
  >;
  return {
    checks: Object.entries(found).map(([check, finding]) =>
      'missing' in finding
        ? { check, ok: false, found: finding.missing, command: finding.command }
        : { check, ok: true, found: finding.found, command: null },
    ),
    capabilities: capabilities.flatMap(({ names, needs }) =>
      names.map((capability) => ({ capability, ...verdictOf(needs, found) })),
    ),
  };
}

/** The first need that is not met says why. */
function verdictOf(needs: readonly Check[], found: Readonly<Record<Check, Finding>>): Omit<Capable, 'capability'> {
  for (const need of needs) {
    const finding = found[need];
    if ('missing' in finding) return { there: false, because: `${need}: ${finding.missing}`, command: finding.command };
  }
  return { there: true, because: needs.join(', '), command: null };
}
