/** Whether an action belongs to operators: it is on the deployment, not on the account (contract 4.13). */
export const isPlatformAction = (action: string): boolean => action.toLowerCase().startsWith('platform:');
