import type { Volume } from '#lib/generated/client/schemas.ts';
import { useName } from '#lib/web/api/names.ts';
import { Copy } from '#lib/web/parts/copy.tsx';

/** How a volume is used in the machine that has it. */
export function InMachine({ volume }: { volume: Volume }) {
  return (
    <section className="stack">
      <h2>In the machine</h2>
      {volume.instance_id === null ? <Nowhere volume={volume} /> : <There volume={volume} id={volume.instance_id} />}
    </section>
  );
}

function Nowhere({ volume: { filesystem, mount_path } }: { volume: Volume }) {
  return filesystem === 'none' ? (
    <p>An instance that it is attached to sees a bare device without a file system.</p>
  ) : (
    <p>
      An instance that it is attached to mounts it at <code>{mount_path}</code>, at once and at every start.
    </p>
  );
}

function There({ volume, id }: { volume: Volume; id: string }) {
  const name = useName('listInstances', id) ?? id;
  const lines = linesOf(volume, name);
  return (
    <>
      {volume.filesystem === 'none' ? (
        <p>The machine sees a bare device. Create a file system on it once, and mount it:</p>
      ) : (
        <p>It is mounted at once and at every start. You need to do nothing in the machine.</p>
      )}
      {lines.map(([label, line]) => (
        <div key={label} className="command">
          <Copy text={line} label={label}>
            <pre>{line}</pre>
          </Copy>
        </div>
      ))}
    </>
  );
}

function linesOf({ filesystem, mount_path, device }: Volume, name: string): (readonly [string, string])[] {
  if (filesystem !== 'none') return [['the command that shows it', `svc ssh ${name} -- df -h ${mount_path}`]];
  if (device === null) return [];
  return [
    ['the command that makes a file system', `svc ssh ${name} -- mkfs.ext4 ${device}`],
    ['the command that mounts it', `svc ssh ${name} -- 'mkdir -p ${mount_path} && mount ${device} ${mount_path}'`],
  ];
}
