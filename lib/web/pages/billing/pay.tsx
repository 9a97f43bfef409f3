import { hrefOf } from '#lib/web/shell/router.ts';
import { hostedCheckout, hostedFields } from './hosted.ts';

interface PayProps {
  readonly checkout: Parameters<typeof hostedFields>[0] & { readonly url: string | null };
  /** The page that one comes back to. */
  readonly back: string;
  /** `Pay ₹1,180.00`. */
  readonly label: string;
}

/** Leads to where an order or a subscription is paid: a page of the platform, or else Razorpay's own. */
export function Pay({ checkout, back, label }: PayProps) {
  if (checkout.url !== null) {
    return (
      <p>
        <a className="button primary" href={checkout.url}>
          {label}
        </a>
      </p>
    );
  }
  const fields = hostedFields(checkout, location.origin + hrefOf(back));
  return (
    <form method="post" action={hostedCheckout}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="primary">
        {label}
      </button>
    </form>
  );
}
