/** Which URLs there are to grant, and who has them. */
import { z } from 'zod'
import { urls } from '../../../../model/index.ts'
import { route } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

const ids = z.array(z.string())
/** What is no id at all is nobody's, so it is compared as text. */
const anyId = z.string().trim().max(64)

export const queryGrantableUrl = route({
  method: 'GET',
  path: '/admin/sysurl/queryGrantableUrl',
  access: 'granted',
  summary: 'The URLs the caller holds and so can grant, with the page each belongs to',
  output: z.array(
    z.strictObject({ id: z.string(), url: z.string(), description: z.string(), menuCode: z.string(), isDescribed: z.boolean() }),
  ),
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

export const queryRoleIdByUrlId = route({
  method: 'GET',
  path: '/admin/sysurl/queryRoleIdByUrlId',
  access: 'granted',
  summary: 'Ids of the roles that hold a URL',
  input: z.object({ urlId: anyId.default('') }),
  output: ids,
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

export const queryUrlIdByRoleId = route({
  method: 'GET',
  path: '/admin/sysurl/queryUrlIdByRoleId',
  access: 'granted',
  summary: 'Ids of the URLs a role holds',
  input: z.object({ roleId: anyId.default('') }),
  output: ids,
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
