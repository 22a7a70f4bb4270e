/** Whether a device is heard of as it should be (server/acquisition/presence.ts says when it is what). */
export const PRESENCES = ['online', 'late', 'silent', 'never', 'disabled'] as const
export type Presence = (typeof PRESENCES)[number]
