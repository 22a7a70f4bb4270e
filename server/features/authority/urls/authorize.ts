/** URLs to a role and roles to a URL. Nobody gives a URL they do not hold, and nobody changes a role that may more. */
import * as contract from '../../../../model/contract/authority/urls.ts'
import { ADMINISTRATOR } from '../../../../model/authority/roles.ts'
import { urls } from '../../../../model/index.ts'
import { fieldKey } from '../../../../model/labels/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { fail } from '../../../kernel/errors.ts'
import { assertTicked, lockChangeableRole, publishGrants, refuse } from '../../../identity/index.ts'
import { assertMayChangeRoles } from '../../../kernel/authorization/guard-roles.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { differenceOf, replaceSet, writeDifference } from '../../../kernel/database/link-sets.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

interface UrlRow {
  id: string
  url: string
  platform_only: boolean
}

/** @throws Failure `grant.exceeds` for a URL the caller does not hold, or one that is the platform's alone. */
function assertHolds(caller: Caller, rows: readonly UrlRow[]): void {
  const may = (row: UrlRow) => caller.urls.has(row.url) && (caller.isPlatform || !row.platform_only)
  if (!rows.every(may)) fail('grant.exceeds', { field: { name: 'urlId', label: 'error.grant.exceeds' } })
}

function readUrls(tx: Transaction, wanted: readonly string[]): Promise<UrlRow[]> {
  return tx.all(build.selectFrom('urls').select(['id', 'url', 'platform_only']).where('id', 'in', wanted))
}

function assertSeesGrants({ caller, t }: Call<unknown>, field: string): void {
  if (!viewOf(caller, urls).sees('roleId')) refuse(field, t('check.unknown', { field }))
}

export const authorizeUrlToRole = implement(contract.authorizeUrlToRole, {
  access: 'granted',
  summary: 'Grant URLs to a role; replaces all it holds',
  of: urls,
  handle: (call) => {
    const {
      caller,
      input: { roleId, urlId },
    } = call
    assertSeesGrants(call, 'urlId')
    assertTicked('urlId', urlId, call.t)
    return call.inTenant(async (tx) => {
      await lockChangeableRole(tx, call, { id: roleId })
      const rows = await readUrls(tx, urlId)
      if (rows.length !== urlId.length) fail('reference.not-found', { field: { name: 'urlId', label: fieldKey('urls', 'url') } })
      assertHolds(caller, rows)
      const { added, removed } = await replaceSet(tx, { table: 'role_urls', same: { role_id: roleId }, column: 'url_id' }, urlId)
      await publishGrants(tx, call)
      return { added: added.length, removed: removed.length }
    })
  },
})

export const authorizeRoleToUrl = implement(contract.authorizeRoleToUrl, {
  access: 'granted',
  summary: 'Say which roles hold a URL; the administrator role keeps it in any case',
  of: urls,
  handle: (call) => {
    const {
      caller,
      services,
      input: { urlId, roleId },
    } = call
    assertSeesGrants(call, 'roleId')
    assertTicked('roleId', roleId, call.t)
    return call.inTenant(async (tx) => {
      const rows = await readUrls(tx, [urlId])
      if (rows.length === 0) fail('row.not-found')
      assertHolds(caller, rows)
      // Locked in one order, so that two such calls wait for one another instead of both giving up.
      const known = await tx.all(build.selectFrom('roles').select(['id', 'role_code']).orderBy('id').forUpdate())
      if (!roleId.every((wanted) => known.some((role) => role.id === wanted)))
        fail('reference.not-found', { field: { name: 'roleId', label: fieldKey('urls', 'roleId') } })
      const before = (await tx.all(build.selectFrom('role_urls').select('role_id').where('url_id', '=', urlId))).map((row) => row.role_id)
      const administrator = known.find((role) => role.role_code === ADMINISTRATOR)?.id
      const { added, removed } = differenceOf(
        before.filter((role) => role !== administrator),
        roleId.filter((role) => role !== administrator),
      )
      await assertMayChangeRoles(tx, services.grants, caller, [...added, ...removed])
      await writeDifference(tx, { table: 'role_urls', same: { url_id: urlId }, column: 'role_id' }, { added, removed })
      await publishGrants(tx, call)
      return { added: added.length, removed: removed.length }
    })
  },
})
