import type { CorsRule } from '#lib/client/generated/schemas.ts';
import { withConsole } from '#lib/web/pages/storage/cors.ts';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { say } from '#lib/web/parts/toasts.tsx';

/** Offers the CORS rule without which a browser lets the console neither upload nor delete. */
export function AllowConsole({ name, rules }: { name: string; rules: readonly CorsRule[] }) {
  return (
    <div className="note warn stack">
      <p>
        Files go from the browser to the object storage, and this bucket does not allow pages of {location.origin} to
        put or delete. A CORS rule for PUT and DELETE from there allows it; it gives nobody access who has none.
      </p>
      <OperationForm
        operation="putBucketCors"
        args={{ name, body: { rules: withConsole(rules, location.origin) } }}
        submit="Add the CORS rule"
        onDone={() => say('The console can upload and delete in this bucket.')}
      >
        {() => null}
      </OperationForm>
    </div>
  );
}
