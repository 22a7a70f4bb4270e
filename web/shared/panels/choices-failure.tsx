import { ApiError } from '../../kernel/http/api.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import './panel.css'

/** What can be chosen is not there, and why; nothing without an error. What is chosen already stays as it is. */
export function ChoicesFailure({ of: { error, refetch } }: { of: { readonly error: unknown; readonly refetch: () => unknown } }) {
  const t = useT()
  if (!(error instanceof ApiError)) return null
  return (
    <div className="form-choices-failure" role="alert">
      {error.message}
      <button type="button" className="plain-button" onClick={() => void refetch()}>
        {t('common.retry')}
      </button>
    </div>
  )
}
