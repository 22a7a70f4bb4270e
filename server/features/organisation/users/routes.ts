import { users } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { importOf, exportsOf } from '../../../exchange/index.ts'
import { options } from '../../../kernel/resources/options.ts'
import { list } from '../../../kernel/resources/list.ts'
import { addUser } from './add.ts'
import { authorizeRoleToUser } from './authorize.ts'
import { queryRoleIdByUserId } from './held-roles.ts'
import { importUsers } from './import.ts'
import { queryUsername } from './names.ts'
import { removeUsers } from './remove.ts'
import { resetPassword } from './reset-password.ts'
import { resetSecondFactor } from './reset-second-factor.ts'
import { updateUser } from './update.ts'

export const usersFeature: Feature = {
  tag: 'users',
  routes: [
    list(users),
    options(users, 'nickname'),
    addUser,
    updateUser,
    removeUsers,
    importOf(users, importUsers),
    authorizeRoleToUser,
    queryRoleIdByUserId,
    queryUsername,
    resetPassword,
    resetSecondFactor,
    ...exportsOf(users),
  ],
}
