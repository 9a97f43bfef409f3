import { useState } from 'react';
import { hrefOf } from './router.ts';
import type { Me } from './session.ts';

/** Milliseconds for which the note is put off: a day. */
const later = 86_400_000;

/** Says what an address that is not verified keeps back, and leads to its page. It can be put off for a day. */
export function Unverified({ me }: { me: Me }) {
  const name = `svc.verify_later.${me.id}`;
  const [isOff, setOff] = useState(() => Date.now() - Number(localStorage.getItem(name) ?? 0) < later);
  if (isOff) return null;
  const putOff = () => {
    localStorage.setItem(name, String(Date.now()));
    setOff(true);
  };
  return (
    <div className="note warn row spread">
      <span>
        Your e-mail address is not verified yet. Top-ups, invitations and IAM users need it; so do machines, except on a
        laptop.
      </span>
      <span className="row">
        <a href={hrefOf('/verify')}>Verify it</a>
        <button type="button" className="quiet" onClick={putOff}>
          Remind me tomorrow
        </button>
      </span>
    </div>
  );
}
