import { useT } from '../kernel/i18n/i18n.ts'
import './waiting.css'

/** Shown while the first page is on its way; appears only after a moment, so that a fast start does not flicker. */
export function Waiting() {
  const t = useT()
  return (
    <div className="waiting" role="status">
      <span className="visually-hidden">{t('common.loading')}</span>
    </div>
  )
}
