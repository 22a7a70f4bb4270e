import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import type { LabelKey } from '../kernel/i18n/i18n.ts'
import { useT } from '../kernel/i18n/i18n.ts'
import './error-pages.css'

export function NotFound() {
  return <ErrorPage code="404" title="not-found.title" text="not-found.text" />
}

export function Forbidden() {
  return <ErrorPage code="401" title="forbidden.title" text="forbidden.text" />
}

/** The addresses that say what is the matter instead of showing a page: everybody may open them, and whoever is signed in has the console around them. */
export const ERROR_PATHS: ReadonlySet<string> = new Set(['/404', '/401'])

/** What stands at one of {@link ERROR_PATHS} in the console. @param back The address of the page that was open last */
export function ErrorInConsole({ path, back }: { readonly path: string; readonly back: string | undefined }) {
  return path === '/401' ? (
    <ErrorPage as="section" code="401" title="forbidden.title" text="forbidden.text" back={back ?? null} />
  ) : (
    <ErrorPage as="section" code="404" title="not-found.title" text="not-found.text" back={back ?? null} />
  )
}

/** Inside the console, in place of a page that was taken away while it was open. */
export function Withdrawn() {
  return <ErrorPage as="section" code="401" title="forbidden.title" text="forbidden.text" />
}

interface ErrorPageProps {
  readonly as?: 'main' | 'section'
  readonly code: string
  readonly title: LabelKey
  readonly text: LabelKey
  /** An example of it, on a page that has a title of its own. */
  readonly example?: boolean
  /** Where one was; null where one was nowhere. The page before it in the history of the browser unless that is said. */
  readonly back?: string | null
}

export function ErrorPage({ as: Part = 'main', code, title, text, example = false, back }: ErrorPageProps) {
  const t = useT()
  const navigate = useNavigate()
  const Heading = example ? 'h2' : 'h1'
  useEffect(() => {
    if (!example) document.title = `${t(title)} - ${t('app.title')}`
  }, [t, title, example])
  return (
    <Part className={example ? 'error-page example' : 'error-page'}>
      <svg viewBox="0 0 320 120" aria-hidden="true">
        <path className="error-line" d="M0 74h86l10-34 14 58 12-40 8 16h34" />
        <path className="error-gap" d="M170 74h18M200 74h8" />
        <path className="error-line faint" d="M222 74h98" />
        <circle cx="166" cy="74" r="4" />
      </svg>
      <p className="error-code">{code}</p>
      <Heading>{t(title)}</Heading>
      <p>{t(text)}</p>
      <div className="error-ways">
        {!example && (back === undefined ? history.length > 1 : back !== null) && (
          <button type="button" className="plain-button" onClick={() => void (back ? navigate(back) : navigate(-1))}>
            {t('not-found.back')}
          </button>
        )}
        <Link className="main-button" to="/">
          {t('not-found.home')}
        </Link>
      </div>
    </Part>
  )
}
