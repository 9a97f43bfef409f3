import { useState } from 'react';
import { Field } from '#lib/web/parts/field.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { type TagMap, Tags } from '#lib/web/parts/tags.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { hrefOf, navigate } from '#lib/web/shell/router.ts';

/** Imports the public half of an SSH key, pasted or from a file. */
export function Page() {
  const [name, setName] = useState('');
  const [key, setKey] = useState('');
  const [tags, setTags] = useState<TagMap>({});
  const isPrivate = /PRIVATE KEY/.test(key);
  const body = { name, public_key: key.trim(), ...(Object.keys(tags).length > 0 && { tags }) };
  const isComplete = name !== '' && key.trim() !== '' && !isPrivate;
  const take = async (file: File | undefined) => {
    if (!file) return;
    const text = await file.text();
    setKey(text);
    if (name === '') setName(nameIn(text));
  };
  return (
    <>
      <Heading title="Import an SSH key" back={[hrefOf('/keys'), 'SSH keys']} />
      <OperationForm
        operation="importSshKey"
        args={isComplete ? { body } : undefined}
        submit="Import"
        onDone={(reply) => {
          say(`${reply.name} is imported: ${reply.fingerprint}`);
          navigate('/keys');
        }}
      >
        {(error) => (
          <>
            <Field
              label="Public key"
              name="public_key"
              error={error}
              hint="The line in your .pub file. To create a new pair, run ssh-keygen -t ed25519."
            >
              <textarea
                value={key}
                placeholder="ssh-ed25519 AAAA…"
                spellCheck={false}
                required
                onChange={(event) => setKey(event.target.value)}
                onBlur={() => name === '' && setName(nameIn(key))}
              />
            </Field>
            {isPrivate && (
              <p className="fault" role="alert">
                This is a private key. It was not sent; keep it to yourself. Choose the .pub file instead.
              </p>
            )}
            <Field
              label="Or choose its file"
              name="file"
              hint="The file is read in your browser. Only the public key is sent."
            >
              <input type="file" onChange={(event) => void take(event.target.files?.[0])} />
            </Field>
            <Field label="Name" name="name" error={error}>
              <input value={name} onChange={(event) => setName(event.target.value)} autoComplete="off" required />
            </Field>
            <Tags value={tags} onChange={setTags} error={error} />
          </>
        )}
      </OperationForm>
    </>
  );
}

/** The name that a key's comment suggests: `ada@laptop` is `ada-laptop`. */
const nameIn = (text: string): string => (text.trim().split(/\s+/)[2] ?? '').replaceAll(/[^\w-]+/g, '-');
