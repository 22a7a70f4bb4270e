/** Data permissions: the fields of a page's rows that a role does not see. */
import { z } from 'zod'
import { resources, roles } from '../../../../model/index.ts'
import type { Resource } from '../../../../model/resource.ts'
import { rowFields } from '../../../../model/resource.ts'
import { fail } from '../../../kernel/errors.ts'
import { assertStaysWithin, assertTicked, lockChangeableRole, publishGrants, refuse } from '../../../identity/index.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { route } from '../../../kernel/http/http.ts'
import { replaceSet } from '../../../kernel/database/link-sets.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

const code = z.string().trim().min(1).max(32)
const commaSeparated = z
  .string()
  .trim()
  .max(2048)
  .transform((text) => [
    ...new Set(
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  ])
const AUTHORIZE = '/admin/sysmenu/authorizeMenuDataToRole'
const DELETE = '/admin/sysmenu/deleteDataField'

export const queryDataFieldByMenuCode = route({
  method: 'GET',
  path: '/admin/sysmenu/queryDataFieldByMenuCode',
  access: 'granted',
  summary: 'Which roles do not see which fields of a page',
  input: z.object({ menuCode: z.string().trim().max(32).default('') }),
  output: z.strictObject({
    list: z.array(z.strictObject({ key: z.string(), roleCode: z.string(), roleName: z.string(), dataField: z.string() })),
    count: z.int(),
    allowed: z.array(z.string()),
  }),
  async handle({ caller, inTenant, input: { menuCode } }) {
    const may = (button: string, url: string) =>
      caller.urls.has(url) && !caller.hiddenButtons.has(`datapermission:${button}`) ? [button] : []
    const allowed = [...may('add', AUTHORIZE), ...may('update', AUTHORIZE), ...may('delete', DELETE)]
    const view = viewOf(caller, roles)
    if (!view.sees('roleCode')) return { list: [], count: 0, allowed }
    const rows = await inTenant((tx) =>
      tx.all(
        build
          .selectFrom('role_hidden_fields')
          .innerJoin('menus', 'menus.id', 'menu_id')
          .innerJoin('roles', 'roles.id', 'role_id')
          .select(['role_id', 'role_code', 'role_name', 'field', 'roles.created_at'])
          .where('menu_code', '=', menuCode)
          .orderBy('roles.created_at')
          .orderBy('role_id')
          .orderBy('field'),
      ),
    )
    const list = [...Map.groupBy(rows, (row) => row.role_id)].map(([key, hidden]) => ({
      key,
      roleCode: hidden[0]?.role_code ?? '',
      roleName: view.sees('roleName') ? (hidden[0]?.role_name ?? '') : '',
      dataField: hidden.map((row) => row.field).join(','),
    }))
    return { list, count: list.length, allowed }
  },
})

export const queryDataFieldByRoleCode = route({
  method: 'GET',
  path: '/admin/sysmenu/queryDataFieldByRoleCode',
  access: 'granted',
  summary: 'The fields a role does not see, as `menuCode:field`',
  input: z.object({ roleCode: z.string().trim().max(32).default('') }),
  output: z.array(z.string()),
  async handle({ inTenant, input: { roleCode } }) {
    const rows = await inTenant((tx) =>
      tx.all(
        build
          .selectFrom('role_hidden_fields')
          .innerJoin('menus', 'menus.id', 'menu_id')
          .innerJoin('roles', 'roles.id', 'role_id')
          .select(['menu_code', 'field'])
          .where('role_code', '=', roleCode)
          .orderBy('menu_code')
          .orderBy('field'),
      ),
    )
    return rows.map((row) => `${row.menu_code}:${row.field}`)
  },
})

/** The rows a page shows may be of several nouns; their fields are hidden by one name. */
function fieldsOf(menuCode: string): Set<string> {
  return new Set(
    Object.values<Resource>(resources)
      .filter((of) => of.menu === menuCode)
      .flatMap(rowFields),
  )
}

async function menuNamed(tx: Transaction, menuCode: string): Promise<string> {
  const menu = await tx.first(build.selectFrom('menus').select('id').where('menu_code', '=', menuCode))
  return menu?.id ?? fail('row.not-found')
}

export const authorizeMenuDataToRole = route({
  method: 'POST',
  path: AUTHORIZE,
  access: 'granted',
  summary: 'Say which fields of a page (comma-separated) a role does not see; replaces those of that page',
  // `isNew` refuses a role that has fields on this page already, so that two people do not overwrite each other.
  input: z.strictObject({
    roleCode: code,
    menuCode: code,
    dataField: commaSeparated,
    isNew: z.preprocess((value) => (typeof value === 'string' ? Number(value) : value), z.literal([0, 1])).optional(),
  }),
  output: z.strictObject({ added: z.int(), removed: z.int() }),
  handle: (call) => {
    const {
      t,
      input: { roleCode, menuCode, dataField, isNew },
    } = call
    assertTicked('dataField', dataField, t)
    return call.inTenant(async (tx) => {
      const menu_id = await menuNamed(tx, menuCode)
      const role = await lockChangeableRole(tx, call, { code: roleCode })
      const stored = await tx.all(
        build.selectFrom('role_hidden_fields').select('field').where('role_id', '=', role.id).where('menu_id', '=', menu_id),
      )
      if (isNew === 1 && stored.length > 0)
        fail('data-permission.duplicate', { field: { name: 'roleCode', label: 'error.data-permission.duplicate' } })
      // A field this version does not know may be stored already; it can stay, and cannot be added.
      const known = fieldsOf(menuCode)
      const unknown = dataField.find((name) => !known.has(name) && !stored.some((row) => row.field === name))
      if (unknown !== undefined) refuse('dataField', t('authority.unknown-field', { field: unknown }))
      await replaceFields(tx, call, role, { menu_id, menuCode, fields: dataField })
      return replaced(
        stored.map((row) => row.field),
        dataField,
      )
    })
  },
})

export const deleteDataField = route({
  method: 'POST',
  path: DELETE,
  access: 'granted',
  space: 'essential',
  summary: 'Let a role see every field of a page again',
  input: z.strictObject({ roleCode: code, menuCode: code }),
  output: z.strictObject({ deleted: z.int() }),
  handle: (call) =>
    call.inTenant(async (tx) => {
      const { roleCode, menuCode } = call.input
      const menu_id = await menuNamed(tx, menuCode)
      const role = await lockChangeableRole(tx, call, { code: roleCode })
      const stored = await tx.all(
        build.selectFrom('role_hidden_fields').select('field').where('role_id', '=', role.id).where('menu_id', '=', menu_id),
      )
      if (stored.length === 0) fail('row.not-found')
      await replaceFields(tx, call, role, { menu_id, menuCode, fields: [] })
      return { deleted: stored.length }
    }),
})

interface HiddenFields {
  menu_id: string
  menuCode: string
  fields: readonly string[]
}

/** Uncovers only what the caller sees: the role, as it would be, must still hide what is hidden from them. */
async function replaceFields(
  tx: Transaction,
  call: Call<unknown>,
  role: Awaited<ReturnType<typeof lockChangeableRole>>,
  { menu_id, menuCode, fields }: HiddenFields,
): Promise<void> {
  const elsewhere = [...role.hiddenFields].filter((name) => !name.startsWith(`${menuCode}:`))
  assertStaysWithin(call, 'dataField', { ...role, hiddenFields: new Set([...elsewhere, ...fields.map((name) => `${menuCode}:${name}`)]) })
  await replaceSet(tx, { table: 'role_hidden_fields', same: { role_id: role.id, menu_id }, column: 'field' }, fields)
  await publishGrants(tx, call)
}

function replaced(before: readonly string[], after: readonly string[]): { added: number; removed: number } {
  return { added: after.filter((name) => !before.includes(name)).length, removed: before.filter((name) => !after.includes(name)).length }
}
