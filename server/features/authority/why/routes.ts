import { z } from 'zod'
import { id } from '../../../../model/fields.ts'
import { roles, users } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { seesRolesOfUsers } from '../../../identity/index.ts'
import { callsBehind } from '../../../kernel/authorization/hiding.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { route } from '../../../kernel/http/http.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { readFacts } from './facts.ts'
import { queryHolders } from './holders.ts'
import { decide } from './verdict.ts'

const kinds = z.enum(['menu', 'button', 'url', 'field'])
const post = z.strictObject({ postCode: z.string(), postName: z.string(), inUse: z.boolean() })
const role = z.strictObject({
  id: z.string(),
  roleCode: z.string(),
  roleName: z.string(),
  isDirect: z.boolean(),
  posts: z.array(post),
  isActive: z.boolean(),
  effect: z.enum(['grants', 'grants-not', 'outside-package', 'hides', 'shows', 'no-say']),
})

/** The chain that allows or denies one thing to one user, as if all roles of the user were in use. */
const queryWhy = route({
  method: 'GET',
  path: '/admin/why/queryWhy',
  access: 'granted',
  summary: 'Why a user may or may not open a menu, press a button, call a URL or see a field',
  input: z.object({ userId: id, kind: kinds, item: z.string().trim().min(1).max(512) }),
  output: z.strictObject({
    user: z.strictObject({ id: z.string(), username: z.string(), nickname: z.string() }),
    kind: kinds,
    item: z.string(),
    verdict: z.enum(['allowed', 'denied']),
    reason: z.string(),
    steps: z.array(z.strictObject({ step: z.string(), ok: z.boolean() })),
    roles: z.array(role),
    calls: z.array(z.string()),
  }),
  async handle(call) {
    const {
      caller,
      inTenant,
      services,
      input: { userId, kind, item },
    } = call
    // The answer tells which roles somebody holds.
    if (!seesRolesOfUsers(call)) fail('permission.denied')
    const { user, held, facts } = await inTenant((tx) => readFacts(tx, services.grants, userId, { kind, name: item }))
    const [ofUsers, ofRoles] = [viewOf(caller, users), viewOf(caller, roles)]
    const hides = kind === 'button' || kind === 'field'
    const [menuCode = '', part = ''] = item.split(':')
    return {
      user: {
        id: user.id,
        username: ofUsers.sees('username') ? user.username : '',
        nickname: ofUsers.sees('nickname') ? user.nickname : '',
      },
      kind,
      item,
      ...decide(facts),
      calls: hides ? callsBehind(menuCode, kind === 'field' ? 'query' : part) : [],
      roles: held.map((one, at) => {
        const { isActive = false, decides = false, isStored = false, isEffective = false } = facts.roles[at] ?? {}
        const effect =
          hides && isActive && !decides
            ? 'no-say'
            : hides
              ? isEffective
                ? 'hides'
                : 'shows'
              : isEffective
                ? 'grants'
                : isStored
                  ? 'outside-package'
                  : 'grants-not'
        return {
          ...one,
          isActive,
          effect,
          roleCode: ofRoles.sees('roleCode') ? one.roleCode : '',
          roleName: ofRoles.sees('roleName') ? one.roleName : '',
          posts: ofUsers.sees('postCode') ? one.posts : [],
        }
      }),
    }
  },
})

export const whyFeature: Feature = { tag: 'why', routes: [queryWhy, queryHolders] }
