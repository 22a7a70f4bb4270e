import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import { Button } from 'antd'
import { useActing } from '../../kernel/session/acting.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { useSession } from '../../kernel/session/session-store.ts'

/** Says that the console is seen as a role sees it, on every page of it. */
export function PreviewBanner() {
  const t = useT()
  const { user } = useSession()
  const { leave } = useActing()
  if (user.acting !== 'preview') return null
  return (
    <div className="preview-banner" role="status">
      <EyeOutlined aria-hidden="true" />
      <span>{t('acting.preview', { role: user.roleNames[0] ?? user.roles[0] ?? '' })}</span>
      <Button size="small" onClick={() => void leave()}>
        {t('acting.leave-preview')}
      </Button>
    </div>
  )
}
