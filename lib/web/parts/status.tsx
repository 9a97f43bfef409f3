import { isTransient } from '#lib/web/api/moving.ts';

const tones: Readonly<Record<string, 'good' | 'bad' | 'warn'>> = {
  accepted: 'good',
  active: 'good',
  attached: 'good',
  available: 'good',
  healthy: 'good',
  in_service: 'good',
  'in-use': 'good',
  ok: 'good',
  paid: 'good',
  running: 'good',
  succeeded: 'good',
  successful: 'good',
  blocked: 'bad',
  fenced: 'bad',
  lost: 'bad',
  open: 'bad',
  silent: 'bad',
  error: 'bad',
  failed: 'bad',
  halted: 'bad',
  rejected: 'bad',
  suspended: 'bad',
  unhealthy: 'bad',
  disabled: 'warn',
  draining: 'warn',
  withheld: 'warn',
  expired: 'warn',
  paused: 'warn',
  pending: 'warn',
  pending_authorization: 'warn',
  pending_verification: 'warn',
};

interface StatusProps {
  readonly status: string;
  readonly task?: string | null;
  readonly reason?: string | null;
  /** Whether a screen reader says each change of it: on the page of one thing. */
  readonly live?: boolean;
}

/** A status, with a mark that differs in form as well as in colour. `task` is what else is under way. */
export function Status({ status, task, reason, live }: StatusProps) {
  const moves = isTransient(status) || Boolean(task);
  const tone = moves ? 'moving' : (tones[status] ?? 'still');
  return (
    <span className={`status ${tone}`} title={reason ?? undefined} role={live ? 'status' : undefined}>
      {words(status)}
      {task && <span className="about"> · {words(task)}</span>}
    </span>
  );
}

/** A word of the API for people: `in_progress` is "in progress". */
export const words = (text: string): string => text.replaceAll(/[_-]/g, ' ');
