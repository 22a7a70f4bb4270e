import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { keepError } from '../kernel/session/error-log.ts'
import { useT } from '../kernel/i18n/i18n.ts'
import './error-pages.css'

/** A page that broke, most often because a newer version was installed and an old part of this one is gone. */
export function Crash() {
  const t = useT()
  const error = useRouteError()
  useEffect(() => keepError(error), [error])
  return (
    <main className="error-page">
      <h1>{t('crash.title')}</h1>
      <p>{t('crash.text')}</p>
      <button type="button" className="main-button" onClick={() => location.reload()}>
        {t('common.reload')}
      </button>
    </main>
  )
}
