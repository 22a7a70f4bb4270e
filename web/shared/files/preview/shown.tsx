import type { ReactNode } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { Content } from './use-content.ts'

/** While the contents are on their way, and where they could not be had. */
export function Shown({ content: { data, error }, children }: { content: Content; children: (data: Blob) => ReactNode }) {
  if (error)
    return (
      <p className="file-preview-failed" role="alert">
        {error.message}
      </p>
    )
  return data ? children(data) : <Waiting />
}

export function Waiting() {
  const t = useT()
  return (
    <p className="file-preview-waiting" role="status">
      {t('common.loading')}
    </p>
  )
}
