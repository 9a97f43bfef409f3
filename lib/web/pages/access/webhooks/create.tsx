import { useState } from 'react';
import type { NewWebhook } from '#lib/generated/client/schemas.ts';
import { Copy } from '#lib/web/parts/copy.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { bodyOf, type Hook, HookFields } from './fields.tsx';

/** Creates a webhook, and shows its secret. */
export function Page() {
  const [hook, setHook] = useState<Hook>({ url: '', description: '', types: ['*'] });
  const [made, setMade] = useState<NewWebhook>();
  return (
    <>
      <Heading title="Create a webhook" back={[hrefOf('/webhooks'), 'Webhooks']} />
      {made ? (
        <Made webhook={made} />
      ) : (
        <OperationForm operation="createWebhook" args={{ body: bodyOf(hook) }} submit="Create webhook" onDone={setMade}>
          {(error) => <HookFields hook={hook} onChange={setHook} error={error} />}
        </OperationForm>
      )}
    </>
  );
}

function Made({ webhook: { id, url, secret } }: { webhook: NewWebhook }) {
  return (
    <>
      <p role="status">Events go to {url} from now on. Each is signed with this secret, which is shown only once:</p>
      <p>
        <Copy text={secret} label="the secret" />
      </p>
      <p className="about">
        The header X-Svc-Signature contains t=&lt;seconds&gt;,v1=&lt;hex&gt;: the HMAC-SHA256 of
        “&lt;t&gt;.&lt;body&gt;” under the secret.
      </p>
      <div className="row">
        <a className="button primary" href={hrefOf(`/webhooks/${id}`)}>
          I have it
        </a>
      </div>
    </>
  );
}
