/**
 * Answers to calls that come later: by an address that stands for one call, is known by its hash, works once and ends with its time. What comes under the
 * lock of the instance first counts: the answer, or the end of the time.
 */
import { createHash } from 'node:crypto'
import type { TenantId } from '../../model/brands.ts'
import { answerCall as answerCallContract } from '../../model/contract/workflow/messages.ts'
import { sql } from 'kysely'
import { fail } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { build } from '../kernel/database/sql.ts'
import { databaseTime } from '../kernel/runtime/clock.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import type { EngineParts } from './engine/parts.ts'
import { conclude, open } from './engine/run.ts'
import { VariableError } from './engine/variables.ts'
import { requestOf, secretsOf, withoutSecrets } from './outside-request.ts'
import type { KeptRequest } from './outside-request.ts'
import { nextDue } from './engine/waits.ts'
import { rest } from './rest.ts'

const aboutCallback = (id: string) => `process callback ${id}`

/** Until when an answer is waited for, and where it comes: the same address for each attempt. In the transaction in which an attempt begins. */
export async function callbackOf(
  tx: Transaction,
  { vault, publicUrl, clock }: EngineParts,
  id: string,
  { callback }: Pick<KeptRequest, 'callback'>,
): Promise<string | undefined> {
  const until = callback === null ? undefined : nextDue(callback, clock.now(), await tx.timeZone())?.due_time
  if (!until) return undefined
  const row = await tx.first(build.selectFrom('process_outside').select('callback_sealed').where('id', '=', id))
  const known = row?.callback_sealed ? await vault.open(row.callback_sealed, aboutCallback(id)) : undefined
  const token = known ?? vault.newToken()
  await tx.run(
    build
      .updateTable('process_outside')
      .set({
        callback_until: new Date(until),
        ...(known === undefined
          ? { callback_hash: vault.hashToken(token), callback_sealed: await vault.seal(token, aboutCallback(id)) }
          : {}),
      })
      .where('id', '=', id),
  )
  return `${publicUrl}/api${answerCallContract.path}?token=${token}`
}

/** The call that a token is of, whatever has become of it; nothing where there is none. */
export function callOfToken(
  { transactions, vault }: Pick<EngineParts, 'transactions' | 'vault'>,
  token: string,
): Promise<{ readonly id: string; readonly tenantId: TenantId } | undefined> {
  return transactions.inPlatform(
    'an answer comes before its tenant is known',
    (tx) =>
      tx.first(
        build
          .selectFrom('process_outside')
          .innerJoin('tenants', 'tenants.id', 'process_outside.tenant_id')
          .select(['process_outside.id', 'process_outside.tenant_id as tenantId'])
          .where('callback_hash', '=', vault.hashToken(token))
          .where('tenants.status', '=', 1)
          .where('tenants.marked_at', 'is', null)
          .where(sql<boolean>`(tenants.expires_at is null or tenants.expires_at > now())`),
      ),
    'read',
  )
}

export interface CallbackAsk {
  readonly tenantId: TenantId
  /** Of the call. */
  readonly outside: string
  readonly answer: unknown
  /** By which the other side knows an answer that it sends twice; without one what it says is the key. */
  readonly key?: string | undefined
}

/**
 * Lets the process go on with the answer; the same answer again is none. Of a suspended instance it is kept until that goes on.
 * @throws Failure `process.callback` where it was answered, is over, or the time has passed; `process.variable` where the answer cannot be kept
 */
export async function answerCall(parts: EngineParts, { tenantId, outside: id, answer: raw, key }: CallbackAsk): Promise<void> {
  const answer = await cleaned(parts, tenantId, id, raw)
  const digest = createHash('sha256')
    .update(key ?? JSON.stringify(raw))
    .digest('base64url')
  const commandKey = `callback:${id}:${digest}`
  return parts.transactions.inTenant({ tenantId, operationId: newId() }, async (tx) => {
    const opened = await open(tx, parts, { outside: id }, {}, { commandKey })
    if (!opened) return fail('process.callback')
    if (opened.loaded.earlier) return
    const row = await tx.first(
      build
        .selectFrom('process_outside')
        .select(['activity', 'request', 'attempt', 'callback_sealed'])
        .select(sql<boolean>`callback_until > ${databaseTime(parts.clock)}`.as('isInTime'))
        .where('id', '=', id),
    )
    const { held, work } = opened
    if (!row?.isInTime || row.callback_sealed === null || !held.isOpen || !held.isActive(row.activity)) return fail('process.callback')
    await tx.run(build.updateTable('process_outside').set({ callback_sealed: null, last_error: null }).where('id', '=', id))
    if (held.changes.instance_state === 'suspended') {
      const payload = { outside: id, attempt: row.attempt, came: { attempt: row.attempt, answer, isCallback: true } }
      await tx.run(build.deleteFrom('scheduled_work').where('kind', '=', 'process-outside').where('key', '=', id))
      await rest(tx, { tenantId, kind: 'process-outside', key: id, payload, dueAt: new Date(parts.clock.now()) })
      await conclude(opened, { command: 'answered', activity: row.activity, commandKey })
      return
    }
    work.unit.changes.cancel('process-outside', id)
    const { into } = requestOf.parse(row.request)
    try {
      if (into !== null) work.unit.setVariables(held, { [into]: answer })
    } catch (error) {
      if (error instanceof VariableError) return fail('process.variable', { values: { name: error.variable } })
      throw error
    }
    work.unit.obey(held, { do: 'complete', activity: row.activity })
    await conclude(opened, { command: 'answered', activity: row.activity, commandKey })
  })
}

/** The answer without what the call was made with. Secrets are read outside of the transaction that holds the instance. */
async function cleaned(parts: EngineParts, tenantId: TenantId, id: string, raw: unknown): Promise<unknown> {
  const row = await parts.transactions.inTenant(
    { tenantId },
    (tx) => tx.first(build.selectFrom('process_outside').select('request').where('id', '=', id)),
    'read',
  )
  return row ? withoutSecrets(raw, await secretsOf(parts, tenantId, requestOf.parse(row.request))) : raw
}
