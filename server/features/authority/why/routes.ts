import type { Answer } from '../../../../model/contract/authority/why.ts'
import * as contract from '../../../../model/contract/authority/why.ts'
import { roles, users } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { seesRolesOfUsers } from '../../../identity/index.ts'
import { callsBehind } from '../../../kernel/authorization/hiding.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { readFacts } from './facts.ts'
import { queryHolders } from './holders.ts'
import { decide } from './verdict.ts'

/** The chain that allows or denies one thing to one user, as if all roles of the user were in use. */
const queryWhy = implement(contract.queryWhy, {
  access: 'granted',
  summary: 'Why a user may or may not open a menu, press a button, call a URL or see a field',
  async handle(call) {
    const {
      caller,
      inTenant,
      services,
      input: { userId, kind, item },
    } = call
    // The answer tells which roles somebody holds.
    if (!seesRolesOfUsers(call)) fail('permission.denied')
    const { user, held, facts, scopesOf } = await inTenant((tx) => readFacts(tx, caller, services.grants, userId, { kind, name: item }))
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
        const effect: Answer['roles'][number]['effect'] =
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
          scopes: scopesOf(one.id),
          roleCode: ofRoles.sees('roleCode') ? one.roleCode : '',
          roleName: ofRoles.sees('roleName') ? one.roleName : '',
          posts: ofUsers.sees('postCode') ? one.posts : [],
        }
      }),
    }
  },
})

export const whyFeature: Feature = { tag: 'why', routes: [queryWhy, queryHolders] }
