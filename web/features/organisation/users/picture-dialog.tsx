import { Button, Modal } from 'antd'
import { useState } from 'react'
import { deleteAvatar, queryAvatar, uploadAvatar } from '../../../../model/contract/account/profile.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask, urlOf } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { avatarRules, avatarTexts } from '../../../kernel/i18n/image-texts.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { useAvatar } from '../../../shared/people/avatar.ts'
import { confirm } from '../../../ui/confirm.ts'
import { ImageUpload } from '../../../ui/image-upload.tsx'
import { toast } from '../../../ui/toast.ts'
import './picture-dialog.css'

/** Milliseconds: files take longer than other calls. */
const LIMIT = 60_000

/** The picture of a user, stored as soon as it is chosen. */
export default function PictureDialog({
  row,
  onChanged,
  onClose,
}: {
  readonly row: ResourceRow
  readonly onChanged: () => Promise<void>
  readonly onClose: () => void
}) {
  const t = useT()
  const [open, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const [avatar, setAvatar] = useState(typeof row['avatar'] === 'string' ? row['avatar'] : '')
  const shown = useAvatar(avatar)
  const name = String(row['nickname'] ?? row['username'] ?? '')

  async function change(file: File | null): Promise<void> {
    if (!file && !(await isToBeRemoved())) return
    setBusy(true)
    try {
      const address = file ? await ask(uploadAvatar, { id: row.id, file }, { limit: LIMIT }) : await removed()
      setAvatar(address)
      await onChanged()
      toast.success(t(file ? 'avatar.saved' : 'avatar.removed'))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    } finally {
      setBusy(false)
    }
  }

  async function removed(): Promise<string> {
    await ask(deleteAvatar, { id: row.id })
    return ''
  }

  const isToBeRemoved = () =>
    confirm({
      title: t('image.remove'),
      text: t('avatar.remove-of', { name }),
      ok: t('image.remove'),
      cancel: t('common.cancel'),
      danger: true,
    })

  return (
    <Modal
      open={open}
      title={t('avatar.of', { name })}
      width={400}
      mask={{ closable: false }}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      footer={<Button onClick={() => setOpen(false)}>{t('common.close')}</Button>}
    >
      <div className="user-picture">
        <ImageUpload
          {...avatarRules}
          value={avatar.startsWith(urlOf(queryAvatar)) ? shown : null}
          onChange={(file) => void change(file)}
          disabled={busy}
          texts={avatarTexts(t)}
        />
      </div>
    </Modal>
  )
}
