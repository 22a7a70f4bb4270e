/** Whom a board is for. It gives nobody a right. */
import { Modal } from 'antd'
import { useState } from 'react'
import type { ListedBoard } from '../../../../model/contract/charts/boards.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { Audience } from '../../../kernel/resource/audience-choice.tsx'
import { AudienceChoice, isAudience } from '../../../kernel/resource/audience-choice.tsx'
import { toast } from '../../../ui/toast.ts'

interface ShareProps {
  readonly board: ListedBoard
  readonly open: boolean
  readonly onShare: (audience: ListedBoard['audience'], roles: readonly string[]) => Promise<void>
  readonly onClose: () => void
}

export default function ShareDialog({ board, open, onShare, onClose }: ShareProps) {
  const t = useT()
  const [wanted, setWanted] = useState<Audience>({ audience: board.audience, roles: board.roleId })
  const [busy, setBusy] = useState(false)

  async function save(): Promise<void> {
    if (!isAudience(wanted)) return toast.warning(t('view.roles-needed'))
    setBusy(true)
    await onShare(wanted.audience, wanted.audience === 'roles' ? wanted.roles : [])
    setBusy(false)
  }

  return (
    <Modal
      open={open}
      title={t('view.share')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
      width={460}
    >
      <div className="board-share">
        <AudienceChoice value={wanted} onChange={setWanted} />
        <p className="quiet">{t('view.share-note')}</p>
      </div>
    </Modal>
  )
}
