/** One's own details. They are one's own whatever a role hides: what is hidden are those of others (docs/decisions/0031). */
import { sql } from 'kysely'
import { z } from 'zod'
import { users } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/http.ts'
import { assertRule, columnsOf, translated } from '../../../kernel/operations/write.ts'
import { assertConfirmed } from '../../../kernel/second-factors/policy.ts'
import { build } from '../../../kernel/sql.ts'
import type { Transaction } from '../../../kernel/tenant.ts'

const { nickname, email, prefix, mobile, phone, address, profile, provinceRegionCode, cityRegionCode } = users.fields

/** What is not named stays as it is; an empty text clears what need not be there. */
const optional = (check: z.core.$ZodType<string>) => z.preprocess((value) => (value === '' || value === null ? '' : value), z.union([z.literal(''), check]).optional())

const input = z.strictObject({
  id: z.string().trim().max(64).optional(),
  nickname: z.optional(nickname.check), email: z.optional(email.check), prefix: z.optional(prefix.check), mobile: z.optional(mobile.check),
  phone: optional(phone.check), address: optional(address.check), profile: optional(profile.check),
  provinceRegionCode: optional(provinceRegionCode.check), cityRegionCode: optional(cityRegionCode.check),
})

/** With these somebody who forgot the password is found, so that changing one is as good as changing that. */
const WAYS_IN = ['email', 'prefix', 'mobile'] as const

export const updateSysUserDetail = route({
  method: 'PUT',
  path: '/account/sysuserdetail/updateSysUserDetail',
  access: 'signed-in',
  summary: 'Change one\'s own details',
  of: users,
  input,
  async handle({ caller, input: { id, ...given }, inTenant, t }) {
    if (id !== undefined && id !== caller.userId) fail('identity.foreign')
    const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined).map(([name, value]) => [name, value === '' ? undefined : value]))
    if (Object.keys(values).length === 0) return null
    await inTenant(async (tx) => {
      const before = await tx.first(build.selectFrom('users').select(['email', 'prefix', 'mobile', 'province_region_code', 'city_region_code']).where('id', '=', caller.userId).forUpdate())
      if (!before) fail('session.invalid')
      if (WAYS_IN.some((name) => values[name] !== undefined && values[name] !== before[name])) await assertConfirmed(tx, caller)
      assertRule(users, { ...before, ...values }, t)
      await assertPlace(tx, { province: placeIn(values, 'provinceRegionCode', before.province_region_code), city: placeIn(values, 'cityRegionCode', before.city_region_code) })
      await translated(users, () => tx.run(build.updateTable('users').set({ ...columnsOf(users, values), updated_at: sql`now()`, version: sql`version + 1` }).where('id', '=', caller.userId)))
    })
    return null
  },
})

function placeIn(values: Readonly<Record<string, unknown>>, name: string, before: string | null): string | null {
  return name in values ? (values[name] as string | undefined) ?? null : before
}

/** A city of the province, both of them regions the tenant has. */
async function assertPlace(tx: Transaction, { province, city }: { province: string | null; city: string | null }): Promise<void> {
  const wrong = (name: 'provinceRegionCode' | 'cityRegionCode'): never => fail('reference.not-found', { field: { name, label: `field.users.${name}` } })
  if (province === null) return city === null ? undefined : wrong('provinceRegionCode')
  const found = await tx.first(build.selectFrom('regions').select('id').where('region_code', '=', province))
  if (!found) return wrong('provinceRegionCode')
  if (city === null) return
  const below = await tx.first(build.selectFrom('regions').select('id').where('region_code', '=', city).where('parent_id', '=', found.id))
  if (!below) wrong('cityRegionCode')
}
