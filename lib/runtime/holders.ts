/** The folder, in that of a runtime's state, where what holds machines that outlive it is asked. Its user alone can enter. */
export const HOLDERS = 'holders';
