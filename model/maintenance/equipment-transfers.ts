/** `waiting` until both have signed; only then the machine is elsewhere. */
export const TRANSFER_STATES = ['waiting', 'done', 'withdrawn'] as const
export type TransferState = (typeof TRANSFER_STATES)[number]
