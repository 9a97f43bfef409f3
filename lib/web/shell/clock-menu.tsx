import { refusal, SvcError } from '#lib/client/error.ts';
import { useAhead } from '#lib/web/api/clock.ts';
import { queries } from '#lib/web/api/query.ts';
import { Icon } from '#lib/web/parts/icon.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { span } from '#lib/web/parts/time.tsx';
import { sayProblem } from '#lib/web/parts/toasts.tsx';

const steps = [
  ['Advance an hour', 3_600],
  ['Advance a day', 86_400],
  ['Advance a month', 30 * 86_400],
] as const;

/** Says that the clock of this platform was moved, by how much, and moves it. Nothing where it was not. */
export function ClockMenu() {
  const ahead = useAhead();
  if (ahead === 0) return null;
  const items = [
    ...steps.map(([label, advance_seconds]) => ({ label, act: () => void move({ advance_seconds }) })),
    { label: 'Back to the real time', act: () => void move({ reset: true }) },
  ];
  return (
    <Menu label={`Clock ${span(ahead)} ahead: move it`} items={items}>
      <span className="status warn">
        <span className="words">Clock</span> {span(ahead)} <span className="words">ahead</span>
      </span>{' '}
      <Icon name="down" />
    </Menu>
  );
}

/** Moves the clock (contract 4.11), and reads all that is shown again: the replies say what the time is now. */
async function move(body: { readonly advance_seconds: number } | { readonly reset: true }): Promise<void> {
  try {
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch('/dev/clock', { method: 'POST', headers, body: JSON.stringify(body) });
    if (!reply.ok) throw refusal(reply, await reply.text());
    await queries.invalidateQueries();
  } catch (error) {
    const failure = error instanceof SvcError ? error : lost(error);
    sayProblem('The clock was not moved.', failure);
  }
}

const lost = (cause: unknown): SvcError =>
  new SvcError('no reply from the platform', { code: 'connection_failed', cause });
