/** What tenants have beside the operations of every noun. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { users } from '../../organisation/users.ts'
import { addSchema } from '../../schemas.ts'
import { tenants } from '../../tenant/tenants.ts'
import type { OutputOf } from '../contract.ts'
import { optional } from '../../wire.ts'
import { contract } from '../contract.ts'
import { JOB_STATES } from '../exchange/jobs.ts'
import { rowIds } from '../resources.ts'

const PATH = '/admin/systenant'

const person = users.fields

/** Adds a tenant with its first administrator, whose password the answer tells now and nobody afterwards. */
export const addSysTenant = contract({
  method: 'POST',
  path: `${PATH}/addSysTenant`,
  input: z.strictObject({
    ...addSchema(tenants).shape,
    template: z._default(z.enum(['standard', 'bare', 'copy']), 'standard'),
    /** With `copy`: the tenant whose structure the new one gets. */
    copyFrom: optional(id),
    adminUsername: optional(person.username.check),
    adminNickname: optional(person.nickname.check),
    adminEmail: optional(person.email.check),
    adminPrefix: optional(person.prefix.check),
    adminMobile: optional(person.mobile.check),
  }),
  output: z.strictObject({ id: z.string(), version: z.int(), tenantCode: z.string(), username: z.string(), password: z.string() }),
})
export type AddedTenant = OutputOf<typeof addSysTenant>

const mark = z.pipe(
  z.transform((given: 0 | 1 | string) => (typeof given === 'string' ? Number(given) : given)),
  z.literal<readonly number[]>([0, 1]),
)

/** Sets or clears the deletion mark: all of the tenants or none. A marked tenant's people are signed out and stay out. */
export const updateSysTenantByMark = contract({
  method: 'PUT',
  path: `${PATH}/updateSysTenantByMark`,
  input: z.extend(rowIds, { mark: z._default(mark, 1) }),
  output: z.strictObject({ marked: z.int() }),
})

/** Erases a marked tenant with everything it ever stored. One at a time, and whoever does it has typed its code. */
export const deleteSysTenant = contract({
  method: 'POST',
  path: `${PATH}/deleteSysTenant`,
  input: z.strictObject({ id, tenantCode: z.string().check(z.trim(), z.minLength(1), z.maxLength(32)) }),
  output: z.strictObject({ deleted: z.literal(1), rows: z.int() }),
})

/** Begins to write everything a tenant has into one file. */
export const archiveSysTenant = contract({
  method: 'POST',
  path: `${PATH}/archiveSysTenant`,
  input: z.strictObject({ id }),
  output: z.strictObject({ jobId: z.string() }),
})

/** How far the file with a tenant's data is; `size` in bytes. */
export const queryArchiveSysTenant = contract({
  method: 'GET',
  path: `${PATH}/queryArchiveSysTenant`,
  input: z.object({ jobId: id }),
  output: z.strictObject({
    status: z.enum(JOB_STATES),
    rows: z.int(),
    size: z.nullable(z.int()),
    message: z.nullable(z.string()),
  }),
})
export type ArchiveState = OutputOf<typeof queryArchiveSysTenant>
