import type { Supplier } from '#lib/model/billing/invoice.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { setting } from '#lib/model/platform/settings.ts';

/** The supplier's state while none is set: Maharashtra, where the region is. */
const regionState = '27';

/** The GST code of the supplier's state. */
export const supplierState = (): string => setting('SVC_SUPPLIER_GSTIN')?.slice(0, 2) || regionState;

/**
 * The supplier on invoices: SVC_SUPPLIER_NAME, _ADDRESS and _GSTIN, with the state of the GSTIN. Throws 503 when one is
 * not set.
 */
export function supplier(): Supplier {
  const gstin = required('SVC_SUPPLIER_GSTIN');
  return {
    name: required('SVC_SUPPLIER_NAME'),
    gstin,
    address: required('SVC_SUPPLIER_ADDRESS'),
    state_code: gstin.slice(0, 2),
  };
}

function required(name: 'SVC_SUPPLIER_NAME' | 'SVC_SUPPLIER_ADDRESS' | 'SVC_SUPPLIER_GSTIN'): string {
  const text = setting(name);
  if (text) return text;
  throw new ApiError(
    'dependency_unavailable',
    `${name} is not set: without a supplier there is no invoice, so no top-up`,
  );
}
