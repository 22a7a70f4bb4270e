/** Who has a second factor, who has to have one, and who has just shown who they are. */
import { sql } from 'kysely'
import { ADMINISTRATOR } from '../../../model/authority/roles.ts'
import type { SecondFactorPolicy } from '../../../model/system/known-parameters.ts'
import type { Caller } from '../../kernel/authorization/caller.ts'
import { fail } from '../../kernel/errors.ts'
import type { RoleGrants } from '../../kernel/authorization/grants.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { IdentityProof } from '../tables.ts'

/** How long it holds that somebody has shown who they are. */
const FRESH = sql`interval '5 minutes'`

export interface Factors {
  readonly totp: boolean
  readonly passkeys: boolean
}

/** Which second factors the user has enrolled. */
export async function factorsOf(tx: Transaction, userId: string): Promise<Factors> {
  const [totp, passkey] = await Promise.all([
    tx.first(build.selectFrom('totp_secrets').select('user_id').where('user_id', '=', userId).where('enabled_at', 'is not', null)),
    tx.first(build.selectFrom('passkeys').select('id').where('user_id', '=', userId).limit(1)),
  ])
  return { totp: totp !== undefined, passkeys: passkey !== undefined }
}

/** For the statement that reads a session: whether its user has a second factor. */
export const hasFactor = sql<boolean>`(exists (select from totp_secrets t where t.tenant_id = sessions.tenant_id and t.user_id = sessions.user_id and t.enabled_at is not null)
  or exists (select from passkeys p where p.tenant_id = sessions.tenant_id and p.user_id = sessions.user_id))`

/**
 * Whether the policy requires a second factor of somebody with these roles.
 * @param held All roles the person holds, whichever are active.
 */
export function asksOf(policy: SecondFactorPolicy, held: readonly RoleGrants[]): boolean {
  return policy === 'everybody' || (policy === 'administrators' && held.some(({ code }) => code === ADMINISTRATOR))
}

/**
 * Whether the caller has shown a moment ago who they are: by signing in, or by {@link markConfirmed}. A role switch is a new
 * session and shows nothing.
 */
export async function isConfirmed(tx: Transaction, { sessionId }: Pick<Caller, 'sessionId'>): Promise<boolean> {
  const fresh = await tx.first(
    build
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', sessionId)
      .where('client_id', 'is', null)
      .where(sql<boolean>`greatest(confirmed_at, case when parent_id is null then created_at end) > now() - ${FRESH}`),
  )
  return fresh !== undefined
}

/**
 * Refuses a caller who has not confirmed their identity in the last minutes.
 * @throws Failure `factor.confirm`: whoever sits down at an open page must not change how its owner signs in.
 */
export async function assertConfirmed(tx: Transaction, caller: Pick<Caller, 'sessionId'>): Promise<void> {
  if (!(await isConfirmed(tx, caller))) fail('factor.confirm')
}

/** When somebody last showed who they are in this session, or in the one it was opened from by a role switch; `null` where that is not known. */
export async function authenticatedAt(
  tx: Transaction,
  { sessionId, parentId }: Pick<Caller, 'sessionId' | 'parentId'>,
): Promise<Date | null> {
  const session = await tx.first(
    build
      .selectFrom('sessions')
      .select(sql<Date>`greatest(confirmed_at, created_at)`.as('shown_at'))
      .where('id', '=', parentId ?? sessionId),
  )
  return session?.shown_at ?? null
}

/** Stores that the session has just confirmed who its user is, and by what, for {@link isConfirmed} and {@link takeProof}. */
export async function markConfirmed(tx: Transaction, { sessionId }: Pick<Caller, 'sessionId'>, by: IdentityProof): Promise<void> {
  await tx.run(
    build
      .updateTable('sessions')
      .set({ confirmed_at: sql`now()`, confirmed_by: by })
      .where('id', '=', sessionId),
  )
}

/**
 * Returns by what the caller has shown in the last minutes who they are, once: the next signature asks anew. Nothing where they have not, as after signing in
 * alone, and for applications.
 */
export async function takeProof(tx: Transaction, { sessionId }: Pick<Caller, 'sessionId'>): Promise<IdentityProof | undefined> {
  const shown = await tx.first(proofOf(sessionId).forUpdate())
  if (!shown?.confirmed_by) return undefined
  await tx.run(build.updateTable('sessions').set({ confirmed_by: null }).where('id', '=', sessionId))
  return shown.confirmed_by
}

/** Returns what {@link takeProof} would return now, and leaves it: asked before work that is in vain without. */
export async function peekProof(tx: Transaction, { sessionId }: Pick<Caller, 'sessionId'>): Promise<IdentityProof | undefined> {
  return (await tx.first(proofOf(sessionId)))?.confirmed_by ?? undefined
}

const proofOf = (sessionId: string) =>
  build
    .selectFrom('sessions')
    .select('confirmed_by')
    .where('id', '=', sessionId)
    .where('client_id', 'is', null)
    .where('confirmed_by', 'is not', null)
    .where(sql<boolean>`confirmed_at > now() - ${FRESH}`)
