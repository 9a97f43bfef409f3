import { useEffect, useState } from 'react';
import type { SshKey } from '#lib/generated/client/schemas.ts';
import { useAct } from '#lib/web/api/act.ts';
import { useList } from '#lib/web/api/query.ts';
import { AsCommand } from '#lib/web/parts/as-command.tsx';
import { Field } from '#lib/web/parts/field.tsx';
import { Pick } from '#lib/web/parts/pick.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';

/** The SSH key that lets in: the newest one, another, a new one that is pasted here, or none. */
export function KeyChoice({ value, onChange }: { value: string | undefined; onChange: (id: string) => void }) {
  const { items } = useList('listSshKeys', { query: { limit: 1 } });
  const [isNew, setNew] = useState(false);
  const newest = items?.[0]?.id;
  useEffect(() => {
    if (value === undefined && newest !== undefined) onChange(newest);
  }, [value, newest, onChange]);
  const added = ({ id }: SshKey) => {
    onChange(id);
    setNew(false);
  };
  if (!items) return null;
  return (
    <>
      {newest !== undefined && value !== undefined && (
        <Field label="SSH key" name="ssh_key_id">
          {/* A key that is added is chosen, which a search for another one is not told. */}
          <Pick
            key={newest}
            operation="listSshKeys"
            value={value}
            onChange={onChange}
            none="none (the terminal in the browser needs no key)"
          />
        </Field>
      )}
      {items.length === 0 && (
        <p className="about">Without an SSH key, you can log in only with the terminal in the browser.</p>
      )}
      {isNew ? (
        <NewKey onAdded={added} onCancel={() => setNew(false)} />
      ) : (
        <div>
          <button type="button" onClick={() => setNew(true)}>
            Add an SSH key
          </button>
        </div>
      )}
    </>
  );
}

/** Imports a key within another form, so it is not a form itself. */
function NewKey({ onAdded, onCancel }: { onAdded: (key: SshKey) => void; onCancel: () => void }) {
  const [text, setText] = useState('');
  const act = useAct('importSshKey');
  const name = text.trim().split(/\s+/).slice(2).join(' ') || 'key';
  const args = { body: { name: name.slice(0, 64), public_key: text.trim() } };
  const add = async () => {
    const key = await act.run(args);
    if (key) onAdded(key);
  };
  return (
    <div className="stack">
      <Field
        label="Public key"
        name="public_key"
        error={act.error}
        hint={
          <>
            The line in <code>~/.ssh/id_ed25519.pub</code>; <code>ssh-keygen -t ed25519</code> makes one
          </>
        }
      >
        <textarea
          value={text}
          onChange={(event) => setText(event.target.value)}
          rows={3}
          placeholder="ssh-ed25519 AAAA… you@laptop"
          spellCheck={false}
        />
      </Field>
      {act.error && act.error.fields.length === 0 && <Problem error={act.error} />}
      <div className="row">
        <button type="button" onClick={add} disabled={text.trim() === '' || act.isRunning}>
          Add the key
        </button>
        <button type="button" className="quiet" onClick={onCancel}>
          Not now
        </button>
      </div>
      {text.trim() !== '' && <AsCommand operation="importSshKey" args={args} />}
    </div>
  );
}
