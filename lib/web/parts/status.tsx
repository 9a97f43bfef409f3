import { type AnyStatus, toneOf } from '#lib/web/api/statuses.ts';

interface StatusProps {
  readonly status: AnyStatus;
  readonly task?: string | null;
  readonly reason?: string | null;
  /** Whether a screen reader says each change of it: on the page of one thing. */
  readonly live?: boolean;
}

/** A status, with a mark that differs in form as well as in colour. `task` is what else is under way. */
export function Status({ status, task, reason, live }: StatusProps) {
  const tone = task ? 'moving' : toneOf(status);
  return (
    <span className={`status ${tone}`} title={reason ?? undefined} role={live ? 'status' : undefined}>
      {words(status)}
      {task && <span className="about"> · {words(task)}</span>}
    </span>
  );
}

/** A word of the API for people: `in_progress` is "in progress". */
export const words = (text: string): string =>
  text.replaceAll(/[_-]/g, ' ').replaceAll(/\b(?:asg|iam|ip|mfa|ssh|vpc)\b/g, (short) => short.toUpperCase());
