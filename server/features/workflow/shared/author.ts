import type { Caller } from '../../../kernel/authorization/caller.ts'

/** Who acts, by their id; an application that asks for itself is nobody. */
export const authorOf = (caller: Pick<Caller, 'client' | 'userId'>): string | null =>
  caller.client?.id === caller.userId ? null : caller.userId
