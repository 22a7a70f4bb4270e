import BugOutlined from '@ant-design/icons/es/icons/BugOutlined'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { seeErrors, useErrorLog } from '../../kernel/session/error-log.ts'
import { useT } from '../../kernel/i18n/i18n.ts'

const LOG = '/template/error-log'

/** How many errors this page met since somebody looked; nothing while there are none. */
export function ErrorLogBadge() {
  const t = useT()
  const navigate = useNavigate()
  const unseen = useErrorLog((state) => state.unseen)
  if (unseen === 0) return null
  const look = () => {
    seeErrors()
    void navigate(LOG)
  }
  return (
    <Button
      type="text"
      className="error-log-badge"
      icon={<BugOutlined aria-hidden="true" />}
      aria-label={t('errorlog.badge', { count: unseen })}
      onClick={look}
    >
      <span className="error-log-count" aria-hidden="true">
        {unseen > 99 ? '99+' : unseen}
      </span>
    </Button>
  )
}
