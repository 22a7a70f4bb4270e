import { users } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { importOf, exportsOf } from '../../../exchange/index.ts'
import { add } from '../../../kernel/resources/add.ts'
import { options } from '../../../kernel/resources/options.ts'
import { list } from '../../../kernel/resources/list.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { update } from '../../../kernel/resources/update.ts'
import { authorizeRoleToUser } from './authorize.ts'
import { queryRoleIdByUserId } from './held-roles.ts'
import { importUsers } from './import.ts'
import { queryUsername } from './names.ts'
import { resetPassword } from './reset-password.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import { userWrites } from './writes.ts'

export const usersFeature: Feature = {
  tag: 'users',
  routes: [
    list(users),
    options(users),
    { ...add(userWrites), summary: 'Add a user' },
    { ...update(userWrites), summary: 'Change a user' },
    remove(userWrites),
    importOf(userWrites, importUsers),
    authorizeRoleToUser,
    queryRoleIdByUserId,
    queryUsername,
    resetPassword,
    resetSecondFactor,
    ...exportsOf(users),
  ],
}
