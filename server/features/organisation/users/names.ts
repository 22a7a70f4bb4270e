import { sql } from 'kysely'
import * as contract from '../../../../model/contract/organisation/users.ts'
import { users } from '../../../../model/index.ts'
import { implement } from '../../../kernel/http/http.ts'
import { isOlderClient } from '../../../kernel/http/older-clients.ts'
import { build } from '../../../kernel/database/sql.ts'
import { personIn } from '../../../kernel/resources/people.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

/** More names than anybody reads; what is typed narrows them. */
const MAX_NAMES = 100
/** Of older clients, which ask once and look for names in the answer: all of a large tenant. */
const MAX_NAMES_OF_OLDER = 10_000

export const queryUsername = implement(contract.queryUsername, {
  access: 'granted',
  summary: 'User names to choose from, the first hundred that contain what is given',
  async handle({ caller, inTenant, input: { username = '' } }) {
    const view = viewOf(caller, users)
    if (!view.sees('username')) return []
    const isOlder = isOlderClient(caller)
    const looked = (['username', 'nickname'] as const).filter((name) => name === 'username' || (view.sees(name) && !isOlder))
    return inTenant((tx) =>
      tx.all(
        build
          .selectFrom('users')
          .select('username as value')
          .$if(!isOlder, (query) => query.select(sql<string>`${personIn(caller, 'users')}`.as('name')))
          .where((where) => where.or(looked.map((name) => where(name, 'ilike', `%${username.replace(/[\\%_]/g, '\\$&')}%`))))
          .orderBy('username')
          .limit(isOlder ? MAX_NAMES_OF_OLDER : MAX_NAMES),
      ),
    )
  },
})
