import { useState } from 'react';
import { asSvcError } from '#lib/web/api/act.ts';
import { client } from '#lib/web/api/client.ts';
import { openElsewhere } from '#lib/web/parts/open-elsewhere.ts';
import { say, sayProblem } from '#lib/web/parts/toasts.tsx';

/** Opens the PDF of an invoice. Its link is good for minutes, so it is asked for when it is wanted. */
export function OpenInvoice({ id, label }: { id: string; label: string }) {
  const [isOpening, setOpening] = useState(false);
  const open = async () => {
    setOpening(true);
    try {
      const { document } = await client.getInvoice({ id });
      if (document) openElsewhere(document.url);
      else say('The PDF is being made. Try again in a minute.');
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
