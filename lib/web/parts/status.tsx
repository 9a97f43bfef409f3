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
  error: 'bad',
  failed: 'bad',
  halted: 'bad',
  rejected: 'bad',
  suspended: 'bad',
  unhealthy: 'bad',
  disabled: 'warn',
  expired: 'warn',
  paused: 'warn',
  pending: 'warn',
  pending_authorization: 'warn',
  pending_verification: 'warn',
};

/** A status, with a mark that differs in form as well as in colour. `task` is what else is under way. */
export function Status({ status, task, reason }: { status: string; task?: string | null; reason?: string | null }) {
  const moves = isTransient(status) || Boolean(task);
  const tone = moves ? 'moving' : (tones[status] ?? 'still');
  return (
    <span className={`status ${tone}`} title={reason ?? undefined}>
      {words(status)}
      {task && <span className="about"> · {words(task)}</span>}
    </span>
  );
}

/** A word of the API for people: `in_progress` is "in progress". */
export const words = (text: string): string => text.replaceAll(/[_-]/g, ' ');
