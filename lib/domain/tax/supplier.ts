import type { Supplier } from '#lib/model/invoice.ts';

/** Who invoices: SVC_SUPPLIER_NAME, _ADDRESS and _GSTIN; the state is the GSTIN's. Throws where one is not set. */
export function supplier(): Supplier {
  const gstin = setting('SVC_SUPPLIER_GSTIN');
  return {
    name: setting('SVC_SUPPLIER_NAME'),
    gstin,
    address: setting('SVC_SUPPLIER_ADDRESS'),
    state_code: gstin.slice(0, 2),
  };
}

function setting(name: string): string {
  const text = process.env[name];
  if (text) return text;
  throw new Error(`${name} is not set: invoices name who supplies`);
}
