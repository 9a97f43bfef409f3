import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { Web } from '#test/support/browser/web.ts';
import { demand } from '#test/support/http/client.ts';

describe.skipIf(!hasBrowser('the console'))('billing in the console', () => {
  let web: Web;
  beforeAll(async () => {
    web = await Web.open();
  }, 90_000);
  afterAll(() => web?.close());

  it('a top-up is paid at the gateway’s checkout, which leads back to its invoice', async () => {
    const person = await web.person();
    const { client, page } = person;
    await person.visit('/billing?tab=top-up');
    await person.fill({ amount_paise: '99' });
    await person.press('Continue');
    await person.sees('It was not accepted. Change what is marked');
    expect(await person.axe()).toEqual([]);
    await person.fill({ amount_paise: '2,500.00' });
    await person.press('Continue');
    await person.sees('Pay the order');
    await person.sees('₹2,950.00');
    expect(await person.axe()).toEqual([]);
    await person.press('Pay ₹2,950.00');
    await person.sees('Test checkout');
    await person.press('Let the bank decline it');
    await person.sees('Payment was declined by the bank');
    await person.press('Back to billing in the console');
    await person.sees('The payment failed; you can try again');
    await person.press('Pay ₹2,950.00');
    await person.press('Pay ₹2,950.00');
    await person.sees('This order is paid.');
    await person.press('Back to billing in the console');
    await person.sees('₹2,500.00 were added to the wallet.');
    expect(await person.axe()).toEqual([]);
    const { invoices } = demand(await client.get('/auth/billing/invoices'), 200).body;
    expect(invoices).toMatchObject([{ total_paise: 295_000 }]);
    await person.visit('/billing?tab=invoices');
    await person.sees(invoices[0].number);
    await person.visit('/billing?tab=transactions');
    await person.sees('₹12,500.00');
    expect([await person.axe(), (await person.sideways()) > 0, person.troubles]).toEqual([[], false, []]);
    await page.close();
  });

  it('a mandate is authorised, paused and cancelled', async () => {
    const person = await web.person();
    await person.visit('/billing?tab=autopay');
    await person.press('Create the mandate');
    await person.press('Authorise it');
    await person.sees('Approve automatic top-ups');
    await person.press('Approve and pay ₹1.00');
    await person.sees('You approved the mandate.');
    await person.press('Back to billing in the console');
    await person.press('Pause debits');
    await person.sees('Debits are suspended until you resume them.');
    await person.press('Cancel the mandate');
    await person.sees('No debit of up to');
    await person.fill({ confirm: 'UPI Autopay' });
    expect(await person.axe()).toEqual([]);
    await person.page.locator('dialog button[type=submit]').click();
    await person.sees('The mandate is cancelled. You can create another.');
    expect(person.troubles).toEqual([]);
    await person.leave();
  });

  it('budget, tax profile and plan are set where their faults are shown as one types', async () => {
    const person = await web.person();
    const { client } = person;
    await person.visit('/billing?tab=budget');
    await person.fill({ monthly_limit_paise: '2000', action: 'block_new' });
    await person.press('Set the budget');
    await person.sees('₹2,000.00 spent this month: 0 %.');
    expect(await person.axe()).toEqual([]);
    await person.visit('/billing?tab=tax');
    await person.fill({ gstin: '27aapfu0939f1zw' });
    await person.sees('The check character of 27AAPFU0939F1Z is V');
    await person.fill({ gstin: '27AAPFU0939F1ZV', legal_name: 'Kaveri Stores' });
    await person.press('Save the tax profile');
    await person.sees('The tax profile is saved.');
    expect(await person.axe()).toEqual([]);
    const profile = demand(await client.get('/auth/billing/tax-profile'), 200).body;
    expect(profile).toMatchObject({ gstin: '27AAPFU0939F1ZV', legal_name: 'Kaveri Stores', state_code: '27' });
    expect(demand(await client.get('/auth/billing/budget'), 200).body).toMatchObject({
      monthly_limit_paise: 200_000,
      alert_percents: [50, 80, 100],
      action: 'block_new',
    });
    await person.visit('/billing?tab=plan');
    await person.press('Subscribe and pay');
    await person.sees('Subscribe for ₹588.82 a month');
    await person.press('Pay ₹588.82');
    await person.sees('This month of the subscription is paid.');
    await person.press('Back to billing in the console');
    await person.sees('Paid until');
    await person.press('Cancel at the end of the month');
    await person.sees('The paid month lasts until');
    await person.fill({ confirm: 'standard' });
    await person.press('Cancel the plan');
    await person.sees('Ends');
    expect([await person.axe(), person.troubles]).toEqual([[], []]);
    await person.leave();
  });
});
