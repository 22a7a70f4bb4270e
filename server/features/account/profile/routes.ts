import type { Feature } from '../../../kernel/http/http.ts'
import { deleteAvatar, queryAvatar, uploadAvatar } from './avatar.ts'
import { confirmContact, queryPendingContact } from './contacts.ts'
import { updateSysUserDetail } from './details.ts'
import { queryPlace } from './regions.ts'
import { deleteOtherSessions, deleteSession, querySession } from './sessions.ts'

/** What everybody signed in keeps about themselves. */
export const profileFeature: Feature = {
  tag: 'profile',
  routes: [
    updateSysUserDetail,
    queryPendingContact,
    confirmContact,
    queryPlace,
    uploadAvatar,
    deleteAvatar,
    queryAvatar,
    querySession,
    deleteSession,
    deleteOtherSessions,
  ],
}
