import type { CorsRule } from '#lib/generated/client/schemas.ts';
import { withConsole } from '#lib/web/pages/storage/cors.ts';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { say } from '#lib/web/parts/toasts.tsx';

/** Offers the CORS rule without which a browser lets the console neither upload nor delete. */
export function AllowConsole({ name, rules }: { name: string; rules: readonly CorsRule[] }) {
  return (
    <div className="note warn stack">
      <p>
        The browser sends files directly to the object storage, and this bucket does not allow pages of{' '}
        {location.origin} to upload or delete. Add a CORS rule to allow it. The rule gives no one new access.
      </p>
      <OperationForm
        operation="putBucketCors"
        args={{ name, body: { rules: withConsole(rules, location.origin) } }}
        submit="Add the CORS rule"
        onDone={() => say('The console can now upload and delete in this bucket.')}
      >
        {() => null}
      </OperationForm>
    </div>
  );
}
