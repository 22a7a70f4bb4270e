/** One's own details. They are one's own whatever a role hides: what is hidden are those of others (docs/decisions/0031). */
import { sql } from 'kysely'
import type { ContactKind } from '../../../../model/contract/account/profile.ts'
import * as contract from '../../../../model/contract/account/profile.ts'
import { users } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { assertRule, columnsOf, mapConstraintErrors } from '../../../kernel/resources/write.ts'
import { assertConfirmed, placeRefusals } from '../../../identity/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { changedContacts, countCodes, isConfirmable, keepPending, notifyFormer } from './contacts.ts'

export const updateSysUserDetail = implement(contract.updateSysUserDetail, {
  access: 'signed-in',
  summary: "Change one's own details; a new e-mail address or mobile number counts once the code that is sent there is confirmed",
  of: users,
  async handle(call) {
    const {
      caller,
      input: { id, ...given },
      inTenant,
      services,
      t,
    } = call
    if (id !== undefined && id !== caller.userId) fail('identity.foreign')
    const values = Object.fromEntries(
      Object.entries(given)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, value === '' ? undefined : value]),
    )
    if (Object.keys(values).length === 0) return null
    const { wanted, toConfirm } = await inTenant(async (tx) => {
      const before = await read(tx, caller.userId)
      const after = { ...before, ...values }
      const changed = changedContacts(before, after)
      // With these somebody who forgot the password is found, so that changing one is as good as changing that.
      if (changed.length > 0) await assertConfirmed(tx, caller)
      assertRule(users, after, t)
      return { wanted: after, toConfirm: changed.filter((kind) => isConfirmable(kind, services)) }
    })
    await countCodes(call, toConfirm, wanted)
    await inTenant(async (tx) => {
      const before = await read(tx, caller.userId)
      const place = {
        province: placeIn(values, 'provinceRegionCode', before.province_region_code),
        city: placeIn(values, 'cityRegionCode', before.city_region_code),
      }
      for (const refusal of (await placeRefusals(tx, [place])).values()) throw refusal
      const atOnce = Object.fromEntries(
        Object.entries(values).filter(([name]) => !toConfirm.includes(name === 'prefix' ? 'mobile' : (name as ContactKind))),
      )
      await mapConstraintErrors(users, () =>
        tx.run(
          build
            .updateTable('users')
            .set({ ...columnsOf(users, atOnce), updated_at: sql`now()`, version: sql`version + 1` })
            .where('id', '=', caller.userId),
        ),
      )
      await notifyFormer(tx, call, changedContacts(before, { ...before, ...atOnce }), before)
      await keepPending(tx, call, toConfirm, wanted)
    })
    return null
  },
})

async function read(tx: Transaction, userId: string) {
  const found = await tx.first(
    build
      .selectFrom('users')
      .select(['email', 'prefix', 'mobile', 'province_region_code', 'city_region_code'])
      .where('id', '=', userId)
      .forUpdate(),
  )
  return found ?? fail('session.invalid')
}

function placeIn(values: Readonly<Record<string, unknown>>, name: string, before: string | null): string | null {
  return name in values ? ((values[name] as string | undefined) ?? null) : before
}
