import { useState } from 'react';
import type { Instance } from '#lib/generated/client/schemas.ts';
import { useList } from '#lib/web/api/query.ts';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { Check, Field } from '#lib/web/parts/field.tsx';
import { Loading } from '#lib/web/parts/loading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { type TagMap, Tags } from '#lib/web/parts/tags.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { refusal, termination } from './actions.tsx';

/** The name, the tags, the protection and the keys of an instance, and its end. */
export function Settings({ instance }: { instance: Instance }) {
  return (
    <>
      <section className="stack" aria-labelledby="names-title">
        <h2 id="names-title">Name and tags</h2>
        <Names instance={instance} />
      </section>
      <section className="stack" aria-labelledby="keys-title">
        <h2 id="keys-title">SSH keys</h2>
        <Keys instance={instance} />
      </section>
      <Danger instance={instance} />
    </>
  );
}

function Names({ instance }: { instance: Instance }) {
  const [name, setName] = useState(instance.name);
  const [tags, setTags] = useState<TagMap>(instance.tags);
  const [protection, setProtection] = useState(instance.termination_protection);
  const isTagged = JSON.stringify(tags) !== JSON.stringify(instance.tags);
  // What stays as it is may have been changed by somebody else meanwhile.
  const body = {
    ...(name !== instance.name && { name }),
    ...(isTagged && { tags }),
    ...(protection !== instance.termination_protection && { termination_protection: protection }),
  };
  return (
    <OperationForm
      operation="updateInstance"
      args={Object.keys(body).length > 0 ? { id: instance.id, body } : undefined}
      submit="Save"
      onDone={() => say('Saved.')}
    >
      {(error) => (
        <>
          <Field
            label="Name"
            name="name"
            error={error}
            hint="The machine keeps the hostname that it was launched with."
          >
            <input value={name} onChange={(event) => setName(event.target.value)} required />
          </Field>
          <Tags value={tags} onChange={setTags} error={error} />
          <Check label="Protect from termination" checked={protection} onChange={setProtection} />
        </>
      )}
    </OperationForm>
  );
}

function Keys({ instance }: { instance: Instance }) {
  const { items, error, again, hasMore, loadMore } = useList('listSshKeys');
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set(instance.ssh_key_ids));
  if (error && !items) return <Problem error={error} again={again} />;
  if (!items) return <Loading />;
  if (items.length === 0) {
    return (
      <p>
        The account has no SSH key. <a href={hrefOf('/keys')}>Import one</a>.
      </p>
    );
  }
  const args = { id: instance.id, body: { ssh_key_ids: [...ids] } };
  return (
    <OperationForm
      operation="updateInstanceSshKeys"
      args={args}
      submit="Save the keys"
      onDone={() => say('The keys are being replaced.')}
    >
      {() => (
        <>
          {items.map(({ id, name }) => (
            <Check
              key={id}
              label={name}
              checked={ids.has(id)}
              onChange={() => setIds(ids.symmetricDifference(new Set([id])))}
            />
          ))}
          {hasMore && (
            <button type="button" onClick={loadMore}>
              Show more keys
            </button>
          )}
        </>
      )}
    </OperationForm>
  );
}

function Danger({ instance }: { instance: Instance }) {
  const refused = refusal(instance, 'terminate');
  return (
    <section className="stack danger-zone" aria-labelledby="danger-title">
      <h2 id="danger-title">Danger</h2>
      <div className="row spread">
        <span>
          Terminating this instance deletes the machine and its disk for good.
          {refused && <span className="about"> Refused: {refused}.</span>}
        </span>
        <button
          type="button"
          className="danger"
          aria-disabled={refused !== undefined}
          onClick={() => refused ?? openDialog(termination(instance))}
        >
          Terminate
        </button>
      </div>
    </section>
  );
}
