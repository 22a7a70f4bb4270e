/** Sessions of displays at which nobody signs in: each stands on a link to one screen (docs/decisions/0209-links-of-screens.md). */
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import type { Invalidations } from '../kernel/runtime/invalidations.ts'
import { newId } from '../kernel/ids.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { hashToken, newToken } from './secrets.ts'
import type { ClientDevice } from './session-rows.ts'

declare module '../kernel/runtime/invalidations.ts' {
  interface InvalidationPayloads {
    'link-ended': { tenantId: TenantId; linkId: string }
    'screen-published': { tenantId: TenantId; screenId: string }
  }
}

/** The link that a display was opened with. */
export interface DisplayGrant {
  readonly tenantId: TenantId
  readonly linkId: string
  /** Who made it. */
  readonly userId: string
  readonly expiresAt: Date
}

/**
 * Stores the session of a display and gives its id and its token. It has no refresh token: it lasts as long as its link, and whatever the link stands on is
 * looked at with each use (session-read.ts).
 */
export async function openForDisplay(
  tx: Transaction,
  { tenantId, linkId, userId, expiresAt }: DisplayGrant,
  device: ClientDevice,
): Promise<{ readonly id: string; readonly access: string }> {
  const [id, access] = [newId(), newToken()]
  await tx.run(
    build.insertInto('sessions').values({
      tenant_id: tenantId,
      id,
      user_id: userId,
      screen_link_id: linkId,
      ...device,
      access_hash: hashToken(access),
      access_expires_at: expiresAt,
      expires_at: expiresAt,
      previous_access_hash: null,
      parent_id: null,
      acting_role_id: null,
      registered_at: null,
      ended_at: null,
    }),
  )
  return { id, access }
}

/** Ends all sessions of a link: their sockets are closed and their calls refused at once, on every server. */
export async function endDisplays(tx: Transaction, invalidations: Invalidations, tenantId: TenantId, linkId: string): Promise<void> {
  await tx.run(
    build
      .updateTable('sessions')
      .set({ ended_at: sql`now()` })
      .where('screen_link_id', '=', linkId)
      .where('ended_at', 'is', null),
  )
  // By the link and not by its sessions: whoever revokes it need not see the people whose sessions these are.
  await invalidations.publish(tx, { kind: 'link-ended', tenantId, linkId })
}
