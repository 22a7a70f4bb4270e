import { onlineUsers } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http.ts'
import { exportsOf } from '../../../kernel/operations/exports.ts'
import { list } from '../../../kernel/operations/list.ts'
import { endSession } from './end-session.ts'

export const onlineUsersFeature: Feature = {
  tag: 'online-users',
  routes: [list(onlineUsers), ...exportsOf(onlineUsers), endSession],
}
