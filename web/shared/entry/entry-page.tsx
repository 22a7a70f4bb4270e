/** The frame of the pages before a sign-in. Made by hand, without the component library, so that it is there at once on a slow line. */
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { Logo } from '../../ui/logo.tsx'
import { useT } from '../../kernel/i18n/i18n.ts'
import { PageSwitches } from './page-switches.tsx'
import './entry.css'

interface EntryPageProps {
  readonly title: string
  readonly children: ReactNode
  /** More room for its content. */
  readonly wide?: boolean
  /** Without our picture beside it: for people who came for something else. */
  readonly plain?: boolean
  /** Somebody has begun to use the page. */
  readonly onUse?: () => void
}

export function EntryPage({ title, children, wide = false, plain = false, onUse }: EntryPageProps) {
  const t = useT()
  useEffect(() => {
    document.title = `${title} - ${t('app.title')}`
  }, [t, title])
  return (
    <div className={plain ? 'sign-in plain' : 'sign-in'} onInput={onUse} onKeyDown={onUse} onPointerDown={onUse}>
      {!plain && (
        <aside className="sign-in-brand" aria-hidden="true">
          <div className="sign-in-words">
            <p className="sign-in-name">Outstation</p>
            <p className="sign-in-claim">{t('signIn.claim')}</p>
          </div>
          <Traces />
        </aside>
      )}
      <main className="sign-in-main">
        <PageSwitches />
        <div className={wide ? 'sign-in-card wide' : 'sign-in-card'}>
          <div className="sign-in-head">
            <Logo size={40} />
            <div>
              <h1>{title}</h1>
              <p>{t('app.title')}</p>
            </div>
          </div>
          {children}
        </div>
      </main>
    </div>
  )
}

/** Three quiet measuring traces. */
function Traces() {
  return (
    <svg className="sign-in-traces" viewBox="0 0 720 360" preserveAspectRatio="xMidYMax slice" focusable="false">
      <g className="grid">
        {[60, 120, 180, 240, 300].map((y) => (
          <path key={y} d={`M0 ${y}H720`} />
        ))}
        {[90, 180, 270, 360, 450, 540, 630].map((x) => (
          <path key={x} d={`M${x} 0V360`} />
        ))}
      </g>
      <path className="trace one" d="M0 250C60 250 70 150 130 160S210 260 270 240S350 120 410 130S500 230 560 205S660 110 720 118" />
      <path className="trace two" d="M0 300C70 280 120 300 180 290S290 230 350 245S470 300 530 270S650 220 720 235" />
      <path className="trace three" d="M0 190H150V150H260V205H390V170H520V215H620V160H720" />
      <circle className="dot" cx="560" cy="205" r="5" />
    </svg>
  )
}
