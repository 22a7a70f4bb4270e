import { Button } from 'antd'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { Saving } from './use-saving.ts'

/** Whether the draft is kept, and which version is published. */
export function SavingText({ saving, version }: { saving: Saving; version: number }) {
  const t = useT()
  return (
    <span className={`form-saving form-saving-${saving.state}`}>
      <span>{version === 0 ? t('form-design.never-published') : t('form-design.version', { version })}</span>
      <span role="status">{t(`form-design.saving-${saving.state}`)}</span>
      {saving.state === 'failed' && (
        <>
          <span>{saving.why}</span>
          <Button size="small" onClick={() => void saving.now()}>
            {t('common.retry')}
          </Button>
        </>
      )}
    </span>
  )
}
