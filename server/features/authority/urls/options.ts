/** Which URLs there are to grant, and who has them. */
import * as contract from '../../../../model/contract/authority/urls.ts'
import { urls } from '../../../../model/index.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

export const queryGrantableUrl = implement(contract.queryGrantableUrl, {
  access: 'granted',
  summary: 'The URLs the caller holds and so can grant, with the page each belongs to',
  async handle({ caller, inTenant }) {
    const view = viewOf(caller, urls)
    if (!view.sees('url')) return []
    const rows = await inTenant((tx) =>
      tx.all(build.selectFrom('urls').select(['id', 'url', 'description', 'menu_code', 'version']).orderBy('url')),
    )
    return rows
      .filter((row) => caller.urls.has(row.url))
      .map(({ id, url, description, menu_code, version }) => ({
        id,
        url,
        description: view.sees('description') ? description : '',
        menuCode: view.sees('menuCode') ? (menu_code ?? '') : '',
        isDescribed: version > 1,
      }))
  },
})

export const queryRoleIdByUrlId = implement(contract.queryRoleIdByUrlId, {
  access: 'granted',
  summary: 'Ids of the roles that hold a URL',
  async handle({ caller, inTenant, input: { urlId } }) {
    if (!viewOf(caller, urls).sees('roleId')) return []
    const rows = await inTenant((tx) =>
      tx.all(
        build
          .selectFrom('role_urls')
          .select('role_id')
          .where((where) => where(where.cast('url_id', 'text'), '=', urlId))
          .orderBy('role_id'),
      ),
    )
    return rows.map((row) => row.role_id)
  },
})

export const queryUrlIdByRoleId = implement(contract.queryUrlIdByRoleId, {
  access: 'granted',
  summary: 'Ids of the URLs a role holds',
  olderShape: 'bare',
  async handle({ caller, inTenant, input: { roleId } }) {
    if (!viewOf(caller, urls).sees('roleId')) return []
    const rows = await inTenant((tx) =>
      tx.all(
        build
          .selectFrom('role_urls')
          .select('url_id')
          .where((where) => where(where.cast('role_id', 'text'), '=', roleId))
          .orderBy('url_id'),
      ),
    )
    return rows.map((row) => row.url_id)
  },
})
