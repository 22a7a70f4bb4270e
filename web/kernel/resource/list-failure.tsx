import type { ApiError } from '../http/api.ts'
import { useT } from '../i18n/i18n.ts'

/** In place of a list that could not be had: why, and what to do. The filters stay, since one of them may be the reason. */
export function ListFailure({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const t = useT()
  return (
    <section className="list-failure" role="alert">
      <h2>{error.status === 403 ? t('forbidden.title') : t('list.failed')}</h2>
      <p>{error.message}</p>
      <button type="button" className="plain-button" onClick={onRetry}>
        {t('common.retry')}
      </button>
    </section>
  )
}
