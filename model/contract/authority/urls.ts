/** Which URLs there are to grant, who has them, and granting them. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { commaList, difference } from '../../wire.ts'
import { contract } from '../contract.ts'

const ids = z.array(z.string())
const given = commaList(id, { max: 2000 })
/** What is no id at all is nobody's. */
const anyId = z._default(z.string().check(z.trim(), z.maxLength(64)), '')

const grantableUrl = z.strictObject({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  /** The page it belongs to; empty for one that belongs to none. */
  menuCode: z.string(),
  /** Somebody of the platform has written the description: their words count for every reader. */
  isDescribed: z.boolean(),
})

export type GrantableUrl = z.output<typeof grantableUrl>

export const queryGrantableUrl = contract({ method: 'GET', path: '/admin/sysurl/queryGrantableUrl', output: z.array(grantableUrl) })

export const queryRoleIdByUrlId = contract({
  method: 'GET',
  path: '/admin/sysurl/queryRoleIdByUrlId',
  input: z.object({ urlId: anyId }),
  output: ids,
})

export const queryUrlIdByRoleId = contract({
  method: 'GET',
  path: '/admin/sysurl/queryUrlIdByRoleId',
  input: z.object({ roleId: anyId }),
  output: ids,
})

export const authorizeUrlToRole = contract({
  method: 'POST',
  path: '/admin/sysurl/authorizeUrlToRole',
  input: z.strictObject({ roleId: id, urlId: given }),
  output: difference,
})

export const authorizeRoleToUrl = contract({
  method: 'POST',
  path: '/admin/sysurl/authorizeRoleToUrl',
  input: z.strictObject({ urlId: id, roleId: given }),
  output: difference,
})
