import { useState } from 'react';
import { asSvcError } from '#lib/web/api/act.ts';
import { client } from '#lib/web/api/client.ts';
import { openElsewhere } from '#lib/web/parts/open-elsewhere.ts';
import { say, sayProblem } from '#lib/web/parts/toasts.tsx';

/** How often it is asked for, once a second: a browser opens no tab more than five seconds after the click. */
const tries = 4;

/** The link of an invoice's PDF, which is made soon after the payment; undefined while it is not there. */
async function linkOf(id: string): Promise<string | undefined> {
  for (let left = tries; left > 0; left--) {
    const { document } = await client.getInvoice({ id });
    if (document) return document.url;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  return undefined;
}

/** Opens the PDF of an invoice. Its link is good for minutes, so it is asked for when it is wanted. */
export function OpenInvoice({ id, label }: { id: string; label: string }) {
  const [isOpening, setOpening] = useState(false);
  const open = async () => {
    setOpening(true);
    try {
      const link = await linkOf(id);
      if (link) openElsewhere(link);
      else say('The PDF is being created. Try again in a minute.');
    } catch (failure) {
      sayProblem('The invoice could not be opened.', asSvcError(failure));
    } finally {
      setOpening(false);
    }
  };
  return (
    <button type="button" onClick={open} disabled={isOpening}>
      {label}
    </button>
  );
}
