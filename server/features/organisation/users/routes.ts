import { users } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http.ts'
import { list } from '../../../kernel/operations/list.ts'
import { addUser } from './add.ts'
import { removeUsers } from './remove.ts'
import { updateUser } from './update.ts'

export const usersFeature: Feature = {
  tag: 'users',
  routes: [list(users), addUser, updateUser, removeUsers],
}
