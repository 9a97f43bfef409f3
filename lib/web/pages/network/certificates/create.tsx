import { useState } from 'react';
import type { SvcError } from '#lib/client/error.ts';
import { Field } from '#lib/web/parts/field.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { type TagMap, Tags } from '#lib/web/parts/tags.tsx';
import { TextField } from '#lib/web/parts/text-field.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { hrefOf, navigate } from '#lib/web/shell/router.ts';
import { type PairDraft, sorted } from './draft.ts';

/** Imports a certificate with its private key, pasted or from files. */
export function Page() {
  const [name, setName] = useState('');
  const [pair, setPair] = useState<PairDraft>({ certificate: '', key: '' });
  const [tags, setTags] = useState<TagMap>({});
  const isComplete = name !== '' && pair.certificate.trim() !== '' && pair.key.trim() !== '';
  const body = {
    name,
    certificate_pem: pair.certificate,
    private_key_pem: pair.key,
    ...(Object.keys(tags).length > 0 && { tags }),
  };
  const take = (field: keyof PairDraft) => (text: string) => setPair((before) => sorted(text, before, field));
  return (
    <>
      <Heading title="Import a certificate" back={[hrefOf('/certificates'), 'Certificates']} />
      <OperationForm
        operation="importCertificate"
        args={isComplete ? { body } : undefined}
        submit="Import"
        onDone={(reply) => {
          say(`${reply.name} is imported, for ${reply.domains.join(', ') || 'no name'}.`);
          navigate('/certificates');
        }}
      >
        {(error) => (
          <>
            <TextField label="Name" name="name" value={name} onChange={setName} error={error} required />
            <PemField
              label="Certificate"
              name="certificate_pem"
              hint="Your own certificate first, then those of its issuers; most issuers name the file fullchain.pem. The file can contain the key too."
              value={pair.certificate}
              onChange={take('certificate')}
              error={error}
            />
            <PemField
              label="Private key"
              name="private_key_pem"
              hint="Without a passphrase. It is stored encrypted and never shown again."
              value={pair.key}
              onChange={take('key')}
              error={error}
            />
            <Tags value={tags} onChange={setTags} error={error} />
          </>
        )}
      </OperationForm>
    </>
  );
}

interface PemProps {
  readonly label: string;
  readonly name: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error: SvcError | undefined;
}

/** A text in PEM, pasted or from a file. */
function PemField({ label, name, hint, value, onChange, error }: PemProps) {
  return (
    <>
      <Field label={label} name={name} error={error} hint={hint}>
        <textarea
          value={value}
          placeholder="-----BEGIN …"
          spellCheck={false}
          autoComplete="off"
          required
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <Field label={`${label}: file`} name={`${name}_file`}>
        <input
          type="file"
          accept=".pem,.crt,.cer,.key"
          onChange={(event) => void event.target.files?.[0]?.text().then(onChange)}
        />
      </Field>
    </>
  );
}
