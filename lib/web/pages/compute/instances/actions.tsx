import type { Instance } from '#lib/generated/client/schemas.ts';
import { asSvcError, change } from '#lib/web/api/act.ts';
import type { Deed } from '#lib/web/parts/as-command.tsx';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import type { MenuItem } from '#lib/web/parts/menu.tsx';
import { notPermitted, refusedNow } from '#lib/web/parts/refused.ts';
import { words } from '#lib/web/parts/status.tsx';
import { say, sayProblem } from '#lib/web/parts/toasts.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';

type Action = Instance['allowed_actions'][number];

/** What can be done to an instance by one press, and the status that it has at once. */
export const powerActions = {
  start: { operation: 'startInstance', label: 'Start', done: 'starts', status: 'starting' },
  stop: { operation: 'stopInstance', label: 'Stop', done: 'stops', status: 'stopping' },
  reboot: { operation: 'rebootInstance', label: 'Reboot', done: 'reboots', status: 'rebooting' },
} as const;

/** The name of an action of power. */
export type PowerAction = keyof typeof powerActions;

/** Whether the caller may do this to the instance now. */
export const may = ({ allowed_actions }: Instance, action: Action): boolean => allowed_actions.includes(action);

/** Why an action is refused now; undefined where it is allowed. `why` is said in place of the status. */
export function refusal(instance: Instance, action: Action, why?: string): string | undefined {
  const { status, task, termination_protection } = instance;
  if (may(instance, action)) return undefined;
  if (action === 'terminate' && termination_protection)
    return 'it is protected from termination; remove the protection in its settings';
  if (task) return refusedNow(instance, action, `not while it is ${words(task)}`);
  return usualIn[action]?.includes(status) ? notPermitted : refusedNow(instance, action, why);
}

/** The statuses in which an instance that is whole allows an action to who may do everything. */
const usualIn: Partial<Record<Action, readonly Instance['status'][]>> = {
  start: ['stopped'],
  stop: ['running'],
  reboot: ['running'],
  terminate: ['running', 'stopped', 'error'],
  resize: ['stopped'],
  create_snapshot: ['running', 'stopped'],
  restore: ['running', 'stopped'],
  open_console: ['running'],
};

/** Starts, stops or reboots an instance; the pages show it at once. */
export async function power({ id, name }: Instance, action: PowerAction): Promise<void> {
  const { operation, done, status, label } = powerActions[action];
  try {
    await change(operation, { id }, { id, status, allowed_actions: [] });
    say(`${name} ${done}.`);
  } catch (failure) {
    sayProblem(`${label} ${name}: the request failed.`, asSvcError(failure));
  }
}

/** The call that `power` makes. */
export const deedOf = ({ id }: Instance, action: PowerAction): Deed => ({
  operation: powerActions[action].operation,
  args: { id },
});

/** The address of the terminal of an instance, which is a document of its own. */
export const terminalOf = ({ id }: Pick<Instance, 'id'>): string => `/console/${id}`;

/** What can be done with an instance. */
export function actionsOf(instance: Instance): MenuItem[] {
  const { id } = instance;
  const powers = Object.entries(powerActions).map(([action, { label }]) => ({
    label,
    act: () => void power(instance, action as PowerAction),
    deed: deedOf(instance, action as PowerAction),
    refused: refusal(instance, action as PowerAction),
  }));
  return [
    may(instance, 'open_console')
      ? { label: 'Open a terminal', act: () => void open(terminalOf(instance), '_blank', 'noopener') }
      : { label: 'Open a terminal', refused: refusal(instance, 'open_console') },
    ...powers,
    { label: 'Resize', to: hrefOf(`/instances/${id}?tab=scaling`) },
    { label: 'Create a snapshot', to: hrefOf(`/instances/${id}?tab=snapshots`) },
    {
      label: 'Terminate',
      danger: true,
      act: () => openDialog(termination(instance)),
      refused: refusal(instance, 'terminate'),
    },
  ];
}

/** Asks before an instance is terminated. */
export const termination = ({ id, name }: Instance) => (
  <Confirm
    operation="terminateInstance"
    args={{ id }}
    title={`Terminate ${name}`}
    submit="Terminate"
    name={name}
    preview
    said={`${name} is being terminated.`}
  >
    The machine and its disk are deleted for good. Volumes are detached and kept. Snapshots are kept.
  </Confirm>
);
