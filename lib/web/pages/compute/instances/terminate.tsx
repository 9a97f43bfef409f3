import type { Instance } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { say } from '#lib/web/parts/toasts.tsx';

/** Asks before an instance is terminated. */
export function Terminate({ instance, onClose, onDone }: TerminateProps) {
  const { id, name } = instance;
  const done = () => {
    say(`${name} is being terminated.`);
    onDone?.();
  };
  return (
    <Confirm
      operation="terminateInstance"
      args={{ id }}
      title={`Terminate ${name}`}
      submit="Terminate"
      name={name}
      preview
      onClose={onClose}
      onDone={done}
    >
      The machine and its disk are deleted for good. Volumes are detached and kept. Snapshots are kept.
    </Confirm>
  );
}

interface TerminateProps {
  readonly instance: Instance;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}
