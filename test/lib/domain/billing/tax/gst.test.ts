import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gstOn, refundShare, taxSum } from '#lib/domain/billing/tax/gst.ts';
import { gstinCheck } from '#lib/model/billing/gst.ts';

/* Worked by hand: 9 % and 9 %, or 18 %, each rounded to paise, half up. */
test.each([
  ['₹1,000.00 within the state', 100_000, '27', [9_000, 9_000, 0]],
  ['₹1,000.00 to another', 100_000, '29', [0, 0, 18_000]],
  ['₹100.05 within: 900.45 paise each', 10_005, '27', [900, 900, 0]],
  ['₹100.05 to another: 1,800.9 paise', 10_005, '07', [0, 0, 1_801]],
  ['₹100.50 within: 904.5 paise each', 10_050, '27', [905, 905, 0]],
  ['₹5,00,000.00 to another', 50_000_000, '33', [0, 0, 9_000_000]],
])('%s', (_, amount, place, [cgst_paise, sgst_paise, igst_paise]) => {
  expect(gstOn(amount, place, '27')).toEqual({ cgst_paise, sgst_paise, igst_paise });
});

describe('refunds of a payment', () => {
  test('half of ₹1,180.00 gives back half of each part', () => {
    const paid = { total_paise: 118_000, taxes: gstOn(100_000, '27', '27') };
    expect(refundShare(paid, 0, 59_000)).toEqual({
      taxable_paise: 50_000,
      cgst_paise: 4_500,
      sgst_paise: 4_500,
      igst_paise: 0,
    });
  });

  test('sum to exactly what was paid, however they are cut', () => {
    const amounts = fc.integer({ min: 10_000, max: 50_000_000 });
    const cuts = fc.array(fc.double({ min: 0.01, max: 0.9, noNaN: true }), { maxLength: 8 });
    const run = (amount: number, place: string, parts: number[]) => {
      const taxes = gstOn(amount, place, '27');
      const paid = { total_paise: amount + taxSum(taxes), taxes };
      let before = 0;
      const sums = { taxable_paise: 0, cgst_paise: 0, sgst_paise: 0, igst_paise: 0 };
      for (const part of [...parts, 1]) {
        const refund = part === 1 ? paid.total_paise - before : Math.floor((paid.total_paise - before) * part);
        const share = refundShare(paid, before, refund);
        expect(share.cgst_paise).toBe(share.sgst_paise);
        for (const name of Object.keys(sums) as (keyof typeof sums)[]) {
          expect(share[name]).toBeGreaterThanOrEqual(0);
          sums[name] += share[name];
        }
        before += refund;
      }
      expect(sums).toEqual({ taxable_paise: amount, ...taxes });
    };
    fc.assert(fc.property(amounts, fc.constantFrom('27', '29'), cuts, run), { numRuns: 200 });
  });
});

test.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4'])('the check character of %s', (gstin) => {
  expect(gstinCheck(gstin)).toBe(gstin[14]);
});
