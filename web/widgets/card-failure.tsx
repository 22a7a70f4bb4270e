import { ApiError } from '../kernel/http/api.ts'
import { useT } from '../kernel/i18n/i18n.ts'

/** In a card, in place of what could not be had: why, and another try. Nothing while nothing failed. */
export function CardFailure({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const t = useT()
  if (!(error instanceof ApiError)) return null
  return (
    <p className="card-failure" role="alert">
      {error.message}{' '}
      <button type="button" onClick={() => void onRetry()}>
        {t('common.retry')}
      </button>
    </p>
  )
}
