import type { SvcError } from '#lib/client/error.ts';

const titles: Readonly<Record<number, string>> = {
  401: 'Log in again',
  402: 'The wallet is empty',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Not now',
  412: 'It has changed in the meantime',
  429: 'Too many requests',
  503: 'The platform is busy',
};

/** What to do about an error, where there is something to do beside trying again. */
const remedies: Readonly<Record<number, { to: string; label: string }>> = {
  401: { to: '/console/login', label: 'Log in' },
  402: { to: '/console/billing?tab=top-up', label: 'Top up' },
};

/** A password or a code that is wrong is no login that has ended. */
const isWrong = ({ code }: SvcError): boolean => code === 'invalid_credentials';

/** What an error is, in few words. */
export function titleOf(error: SvcError): string {
  const isUnanswered = error.code === 'connection_failed' || error.code === 'timed_out';
  if (isUnanswered) return navigator.onLine ? 'The platform does not answer' : 'This device is offline';
  return (!isWrong(error) && titles[error.status]) || 'The request failed';
}

/** The code of an error, and the id of its request, by which those who run the platform find it. */
export function Request({ error: { code, requestId } }: { error: SvcError }) {
  return (
    <p className="about">
      <code>{code}</code>
      {requestId && (
        <>
          {' · request '}
          <code>{requestId}</code>
        </>
      )}
    </p>
  );
}

/** An error as the platform says it, with the request's id for those who run the platform, and a way on. */
export function Problem({ error, again }: { error: SvcError; again?: (() => void) | undefined }) {
  const remedy = isWrong(error) ? undefined : remedies[error.status];
  return (
    <div className="problem" role="alert">
      <strong>{titleOf(error)}</strong>
      <p>{error.message}</p>
      <Request error={error} />
      <div className="row">
        {again && (
          <button type="button" onClick={again}>
            Try again
          </button>
        )}
        {remedy && <a href={remedy.to}>{remedy.label}</a>}
      </div>
    </div>
  );
}
