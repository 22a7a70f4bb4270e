import type { Feature } from '../../../kernel/http/http.ts'
import { queryCurrentAuthority } from './authority.ts'
import { getSysUser } from './me.ts'
import { updatePassword } from './password.ts'
import { leaveRole, switchRole } from './switch-role.ts'

/** What everybody signed in may ask and do about themselves. */
export const sessionFeature: Feature = {
  tag: 'session',
  routes: [getSysUser, queryCurrentAuthority, updatePassword, switchRole, leaveRole],
}
