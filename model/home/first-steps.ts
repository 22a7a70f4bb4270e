/** What a new tenant does on its first day, in this order: from a project to the first value of a device. */
export const FIRST_STEPS = ['project', 'site', 'device-type', 'device', 'value'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]
