import { useEffect, useState } from 'react';
import type { SvcError } from '#lib/client/error.ts';
import { Heading } from '#lib/web/parts/heading.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { navigate, useSearch } from '#lib/web/shell/router.ts';
import { enterAnew, useSession } from '#lib/web/shell/session.ts';
import { LaptopLinks } from './laptop.tsx';
import { CodeStep, IamStep, PasswordStep, RenewStep } from './login-steps.tsx';
import { next, withNext } from './next.ts';

/** Where a login is: at its beginning, or waiting for a code or for a new password under a token. */
type Step = { readonly at: 'first' } | { readonly at: 'code' | 'renew'; readonly pending: string };

const titles = { first: 'Log in', code: 'One more step', renew: 'Choose a new password' };

/** Logs in: with an e-mail address or as an IAM user, with a code and a new password where the login needs them. */
export function Page() {
  const session = useSession(true);
  const [search] = useSearch();
  const [step, setStep] = useState<Step>({ at: 'first' });
  const [ended, setEnded] = useState<SvcError>();
  const isIam = search.get('as') === 'iam';
  if (session.state === 'in') return <Already name={session.me.email ?? session.me.username ?? ''} />;
  const done = (reply: object) => {
    setEnded(undefined);
    const { requires_2fa, password_reset_required, pending_token = '' } = reply as Pending;
    if (password_reset_required) setStep({ at: 'renew', pending: pending_token });
    else if (requires_2fa) setStep({ at: 'code', pending: pending_token });
    else enterAnew(next(search));
  };
  // A login that waits for a code ends after a while, and has to begin anew.
  const refused = (error: SvcError) => {
    if (error.status !== 410) return;
    setEnded(error);
    setStep({ at: 'first' });
  };
  return (
    <>
      <Heading title={titles[step.at]} />
      {ended && <Problem error={ended} />}
      {step.at === 'first' && <Ways isIam={isIam} />}
      {step.at === 'first' && (isIam ? <IamStep onDone={done} search={search} /> : <PasswordStep onDone={done} />)}
      {step.at === 'code' && <CodeStep isIam={isIam} pending={step.pending} onDone={done} onRefused={refused} />}
      {step.at === 'renew' && <RenewStep pending={step.pending} onDone={done} onRefused={refused} />}
      {step.at === 'first' ? (
        <p className="row spread">
          <span>
            No account yet? <a href={withNext('/register', search)}>Sign up</a>
          </span>
          {!isIam && <a href={withNext('/forgot', search)}>Forgot your password?</a>}
        </p>
      ) : (
        <div className="row">
          <button type="button" onClick={() => setStep({ at: 'first' })}>
            Start over
          </button>
        </div>
      )}
      <LaptopLinks />
    </>
  );
}

interface Pending {
  readonly requires_2fa?: true;
  readonly password_reset_required?: true;
  readonly pending_token?: string;
}

/** Who logs in: a person with an address, or an IAM user of an account. */
function Ways({ isIam }: { isIam: boolean }) {
  const [search] = useSearch();
  const plain = withNext('/login', search);
  const iam = `${plain}${plain.includes('?') ? '&' : '?'}as=iam`;
  return (
    <nav className="tabs" aria-label="How to log in">
      <a href={plain} aria-current={isIam ? undefined : 'page'}>
        With an address
      </a>
      <a href={iam} aria-current={isIam ? 'page' : undefined}>
        As an IAM user
      </a>
    </nav>
  );
}

/** Somebody logged in meanwhile, in another tab of this browser: who was led here goes on to where they were. */
function Already({ name }: { name: string }) {
  const [search] = useSearch();
  const to = next(search).slice('/console'.length) || '/';
  const isLed = search.has('next');
  useEffect(() => {
    if (isLed) navigate(to, { replace: true });
  }, [isLed, to]);
  return (
    <>
      <Heading title="You are logged in" />
      <p>This browser is logged in as {name}.</p>
      <div className="row">
        <button type="button" className="primary" onClick={() => navigate(to)}>
          Continue
        </button>
      </div>
    </>
  );
}
