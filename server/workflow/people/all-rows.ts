/**
 * Somebody's own tasks and processes are theirs whichever rows their roles see: who is asked can see what they are asked about, and nothing more
 * (docs/decisions/0123-processes-as-rows.md).
 */
import type { Caller } from '../../kernel/authorization/caller.ts'
import type { Actor } from '../../kernel/database/tenant.ts'
import { EVERY_ROW } from '../../kernel/database/row-scope.ts'

/** Returns who opens the transaction in which a personal call is answered. Each of its statements asks for the caller's own. */
export const beyondRows = ({ tenantId, userId }: Pick<Caller, 'tenantId' | 'userId'>): Actor => ({ tenantId, userId, rows: EVERY_ROW })
