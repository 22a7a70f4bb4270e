import { useState } from 'react'
import { deleteAvatar, queryAvatar, uploadAvatar } from '../../../../model/contract/account/profile.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask, urlOf } from '../../../kernel/http/ask.ts'
import { useAvatar } from '../../../shared/people/avatar.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { avatarRules, avatarTexts } from '../../../kernel/i18n/image-texts.ts'
import { followSession, useSession } from '../../../kernel/session/session-store.ts'
import { confirm } from '../../../ui/confirm.ts'
import { ImageUpload } from '../../../ui/image-upload.tsx'
import { toast } from '../../../ui/toast.ts'
import { useFollowedUploads } from '../../../ui/uploads.ts'

/** Files take longer than other calls. */
const LIMIT = 60_000

/** The own picture, stored as soon as it is chosen. */
export function Picture() {
  const t = useT()
  const { user } = useSession()
  const [busy, setBusy] = useState(false)
  const follow = useFollowedUploads()
  const shown = useAvatar(user.avatar)
  const isOwn = user.avatar.startsWith(urlOf(queryAvatar))

  async function change(file: File | null): Promise<void> {
    if (
      !file &&
      !(await confirm({
        title: t('image.remove'),
        text: t('avatar.remove-ask'),
        ok: t('image.remove'),
        cancel: t('common.cancel'),
        danger: true,
      }))
    )
      return
    setBusy(true)
    try {
      if (file) await follow(ask(uploadAvatar, { id: user.id, file }, { limit: LIMIT }))
      else await ask(deleteAvatar, {})
      await followSession()
      toast.success(t(file ? 'avatar.saved' : 'avatar.removed'))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    } finally {
      setBusy(false)
    }
  }

  return (
    <ImageUpload
      {...avatarRules}
      value={isOwn ? shown : null}
      onChange={(file) => void change(file)}
      disabled={busy}
      texts={avatarTexts(t)}
    />
  )
}
