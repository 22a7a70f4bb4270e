/** Data permissions: the fields of a page's rows that a role does not see. */
import type { Contract } from '../../../../model/contract/contract.ts'
import type { DataPermissions } from '../../../../model/contract/authority/menu-grants.ts'
import * as contract from '../../../../model/contract/authority/menu-grants.ts'
import { resources, roles } from '../../../../model/index.ts'
import type { Resource } from '../../../../model/resource.ts'
import { rowFields } from '../../../../model/resource.ts'
import { fail } from '../../../kernel/errors.ts'
import { assertStaysWithin, assertTicked, lockChangeableRole, publishGrants, refuse } from '../../../identity/index.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { replaceSet } from '../../../kernel/database/link-sets.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

export const queryDataFieldByMenuCode = implement(contract.queryDataFieldByMenuCode, {
  access: 'granted',
  summary: 'Which roles do not see which fields of a page',
  async handle({ caller, inTenant, input: { menuCode } }) {
    const { authorizeMenuDataToRole: store, deleteDataField: remove } = contract
    const may = <Button extends DataPermissions['allowed'][number]>(button: Button, { path }: Contract) =>
      caller.urls.has(path) && !caller.hiddenButtons.has(`datapermission:${button}`) ? [button] : []
    const allowed = [...may('add', store), ...may('update', store), ...may('delete', remove)]
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

export const queryDataFieldByRoleCode = implement(contract.queryDataFieldByRoleCode, {
  access: 'granted',
  summary: 'The fields a role does not see, as `menuCode:field`',
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

export const authorizeMenuDataToRole = implement(contract.authorizeMenuDataToRole, {
  access: 'granted',
  summary: 'Say which fields of a page (comma-separated) a role does not see; replaces those of that page',
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

export const deleteDataField = implement(contract.deleteDataField, {
  access: 'granted',
  space: 'essential',
  summary: 'Let a role see every field of a page again',
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
