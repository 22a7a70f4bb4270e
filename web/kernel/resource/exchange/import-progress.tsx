import { Button, Progress } from 'antd'
import { useT } from '../../i18n/i18n.ts'
import type { ImportMode } from '../../../../model/contract/exchange/imports.ts'

interface ImportProgressProps {
  readonly mode: ImportMode
  /** `undefined` while the file is on its way or waits for its turn. */
  readonly percent: number | undefined
  readonly fileName: string
  readonly onStop: () => void
}

export function ImportProgress({ mode, percent, fileName, onStop }: ImportProgressProps) {
  const t = useT()
  const what = t(percent === undefined ? 'import.sending' : mode === 'check' ? 'import.checking' : 'import.storing')
  return (
    <div className="import-progress">
      <p role="status">{what}</p>
      <p className="import-file">{fileName}</p>
      <Progress percent={percent ?? 0} status="active" showInfo={percent !== undefined} aria-label={what} />
      <Button onClick={onStop}>{t('common.cancel')}</Button>
    </div>
  )
}
