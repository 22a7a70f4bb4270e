import { urls } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { exportsOf, importOf } from '../../../exchange/index.ts'
import { list } from '../../../kernel/resources/list.ts'
import { update } from '../../../kernel/resources/update.ts'
import { authorizeRoleToUrl, authorizeUrlToRole } from './authorize.ts'
import { queryGrantableUrl, queryRoleIdByUrlId, queryUrlIdByRoleId } from './options.ts'

/** The rows are the routes of the running version: a file describes them, and adds none. */
const described = { by: 'url' }

export const urlsFeature: Feature = {
  tag: 'urls',
  routes: [
    list(urls),
    update(urls),
    queryGrantableUrl,
    queryRoleIdByUrlId,
    queryUrlIdByRoleId,
    authorizeRoleToUrl,
    authorizeUrlToRole,
    importOf(urls, described),
    ...exportsOf(urls),
  ],
}
