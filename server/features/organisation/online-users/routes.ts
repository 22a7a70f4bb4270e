import { onlineUsers } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { exportsOf } from '../../../exchange/index.ts'
import { list } from '../../../kernel/resources/list.ts'
import { endSession } from './end-session.ts'

export const onlineUsersFeature: Feature = {
  tag: 'online-users',
  routes: [list(onlineUsers), ...exportsOf(onlineUsers), endSession],
}
