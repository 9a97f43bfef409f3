import type { ReactNode } from 'react';
import type { BillingSummary, Profile } from '#lib/generated/client/schemas.ts';
import { useList } from '#lib/web/api/query.ts';
import { Copy } from '#lib/web/parts/copy.tsx';
import { money } from '#lib/web/parts/money.ts';
import { hrefOf } from '#lib/web/shell/router.ts';

interface Step {
  readonly title: string;
  readonly about: ReactNode;
  readonly isDone: boolean;
  readonly to: string;
  readonly label: string;
}

/** What an account needs before it can launch: the wallet's money and, in a deployment, a verified address. */
function ready(me: Profile | undefined, billing: BillingSummary | undefined): Step {
  const isVerified = me?.email_verified !== false;
  const isFunded = billing === undefined || billing.balance_paise > 0;
  const has = billing ? `The wallet has ${money(billing.balance_paise)}. ` : '';
  return isVerified
    ? {
        title: 'A funded account',
        about: `${has}Everything is paid from it by the second.`,
        isDone: me !== undefined && isFunded,
        to: '/billing?tab=top-up',
        label: 'Top up',
      }
    : {
        title: 'A verified address',
        about: `${has}Top-ups, invitations and IAM users need a verified address; so do machines, except on a laptop.`,
        isDone: false,
        to: '/verify',
        label: 'Verify your address',
      };
}

const key = (isDone: boolean): Step => ({
  title: 'An SSH key',
  about: 'It lets you into your machines by SSH. The terminal in the browser needs none, and svc ssh makes its own.',
  isDone,
  to: '/keys/new',
  label: 'Import an SSH key',
});

const first: Step = {
  title: 'Your first instance',
  about: 'An instance is a machine with a shell. It starts in about a second and is billed by the second.',
  isDone: false,
  to: '/instances/new',
  label: 'Launch an instance',
};

/** The three steps of an account that has nothing: those that are done have a tick, and the next one stands out. */
export function Steps({ me, billing }: { me: Profile | undefined; billing: BillingSummary | undefined }) {
  const { items: keys = [] } = useList('listSshKeys');
  const steps = [ready(me, billing), key(keys.length > 0), first];
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <>
      <p>Nothing runs in this account yet. Three steps lead to a machine of your own.</p>
      <div className="cards">
        {steps.map((step, at) => (
          <One key={step.title} step={step} number={at + 1} isNext={step === next} />
        ))}
      </div>
      <p>
        On a command line the last step is{' '}
        <Copy text="svc instance launch web-1 --instance-type s1-nano" label="the command" />
      </p>
    </>
  );
}

function One({ step, number, isNext }: { step: Step; number: number; isNext: boolean }) {
  const { title, about, isDone, to, label } = step;
  return (
    <section className="card" aria-labelledby={`step-${number}`}>
      <h2 id={`step-${number}`}>
        {isDone ? '✓' : `${number}.`} {title}
      </h2>
      <span className={`status ${isDone ? 'good' : 'still'}`}>{isDone ? 'done' : isNext ? 'next' : 'to do'}</span>
      <span>{about}</span>
      {!isDone && (
        <span>
          <a className={isNext ? 'button primary' : 'button'} href={hrefOf(to)}>
            {label}
          </a>
        </span>
      )}
    </section>
  );
}
