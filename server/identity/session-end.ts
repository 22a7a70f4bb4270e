/** How sessions end, and who is told. */
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import type { Invalidations } from '../kernel/runtime/invalidations.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'

declare module '../kernel/runtime/invalidations.ts' {
  interface InvalidationPayloads {
    'session-ended': { tenantId: TenantId; sessionId: string }
    'token-replaced': { tenantId: TenantId; sessionId: string }
    'user-changed': { tenantId: TenantId; userId: string }
    'client-changed': { tenantId: TenantId; clientId: string }
  }
}

/** Invalidation of session lists is for whoever may list them. */
export const ONLINE = '/admin/sysuser/queryOnlineSysUser'

/**
 * Ends sessions together with those that were opened from them.
 * @param kind What their pages are told: that it is over, or (when one session is left for another) that there is another token.
 */
export async function endSessions(
  tx: Transaction,
  invalidations: Invalidations,
  tenantId: TenantId,
  ids: readonly string[],
  kind: 'session-ended' | 'token-replaced' = 'session-ended',
): Promise<void> {
  const ended = await tx.all(
    build
      .updateTable('sessions')
      .set({ ended_at: sql`now()` })
      .where((where) => where.or([where('id', 'in', ids), where('parent_id', 'in', ids)]))
      .where('ended_at', 'is', null)
      .returning('id'),
  )
  for (const { id } of ended) await invalidations.publish(tx, { kind, tenantId, sessionId: id })
  await invalidateSessionLists(tx, invalidations, tenantId)
}

/**
 * Ends all sessions of a user but the one that asks, and the one it was opened from. Displays go on behind the links that the user has made: each link is
 * revoked by itself, and what the user may no longer see its displays no longer show (session-read.ts).
 */
export async function endOthers(
  tx: Transaction,
  invalidations: Invalidations,
  { tenantId, userId }: { tenantId: TenantId; userId: string },
  except: string | undefined,
): Promise<void> {
  await tx.run(
    build
      .updateTable('sessions')
      .set({ ended_at: sql`now()` })
      .where('user_id', '=', userId)
      .where('screen_link_id', 'is', null)
      .where('ended_at', 'is', null)
      .$if(except !== undefined, (query) =>
        query.where('id', '!=', except as string).where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('sessions as asking')
                .select('asking.id')
                .where('asking.id', '=', except as string)
                .whereRef('asking.parent_id', '=', 'sessions.id'),
            ),
          ),
        ),
      ),
  )
  // A code is a session to come.
  await tx.run(build.deleteFrom('authorization_codes').where('user_id', '=', userId))
  await invalidations.publish(tx, { kind: 'user-changed', tenantId, userId })
  await invalidateSessionLists(tx, invalidations, tenantId)
}

/** Publishes that the list of online users has changed. Lists of those online, wherever they are open, are asked for again. */
export function invalidateSessionLists(tx: Transaction, invalidations: Invalidations, tenantId: TenantId): Promise<void> {
  return invalidations.publish(tx, { kind: 'news', tenantId, topic: 'sessions', permission: ONLINE })
}
