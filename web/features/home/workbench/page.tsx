/** The first page after sign-in: who I am here, and the cards as I have arranged them. All of it from the caller's own calls. */
import LayoutOutlined from '@ant-design/icons/es/icons/LayoutOutlined'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useMenuPages } from '../../../kernel/navigation/console-menu.ts'
import { useSession } from '../../../kernel/session/session-store.ts'
import { widgets, useUsableWidgets } from '../../../widgets/widgets.tsx'
import { useArrangement, useFilled } from '../../../widgets/arrangement.ts'
import { FirstSteps, stepsOf } from './first-steps.tsx'
import { Greeting } from './greeting.tsx'
import '../../../shared/panels/tiles/tiles.css'
import './workbench.css'

const Arranging = lazy(() => import('./arranging.tsx'))

/** Where the first day of a tenant is spent. */
const BEGINNING = ['projects', 'sites', 'devicetypes', 'devices'].map((page) => `/acquisition/${page}`)

export default function WorkbenchPage() {
  const t = useT()
  const { user } = useSession()
  const [arranging, setArranging] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const arrangement = useArrangement()
  const usable = useUsableWidgets()
  const reachable = new Set(useMenuPages().map(({ path }) => path))
  // Cards have the height of what they hold: it is asked for beside their places, and they come with it.
  const isFilled = useFilled()
  const mayBegin = BEGINNING.every((path) => reachable.has(path))
  const steps = useQuery({ ...stepsOf, enabled: mayBegin })
  // They stand above the cards, which come once it is known whether there are any: nothing moves.
  const isBeginningKnown = !mayBegin || steps.data !== undefined || steps.failureCount > 0
  const shown = isFilled && isBeginningKnown ? arrangement.cards?.filter(({ card }) => usable.includes(card)) : undefined

  // Back where it was opened, for whoever works by keyboard.
  const wasArranging = useRef(false)
  useEffect(() => {
    if (wasArranging.current && !arranging) opener.current?.focus()
    wasArranging.current = arranging
  }, [arranging])

  const arrange = user.acting !== 'preview' && !arranging && (
    <Button ref={opener} className="arrange-button" icon={<LayoutOutlined aria-hidden="true" />} onClick={() => setArranging(true)}>
      {t('workbench.arrange')}
    </Button>
  )
  if (arranging && arrangement.cards) {
    return (
      <div className="workbench">
        <Suspense fallback={null}>
          <Arranging
            cards={arrangement.cards}
            usable={usable}
            onChange={(cards) => arrangement.change({ cards })}
            onReset={arrangement.reset}
            onDone={() => setArranging(false)}
          />
        </Suspense>
      </div>
    )
  }
  return (
    <div className="workbench">
      <Greeting action={arrange} />
      {mayBegin && <FirstSteps />}
      <div className="cards" aria-busy={!shown}>
        {shown?.length === 0 && <p className="quiet">{t('workbench.bare')}</p>}
        {shown?.map(({ card, width }) => {
          const { Body } = widgets[card]
          return (
            <div key={card} className={`card span-${width}`} data-card={card}>
              <Suspense fallback={null}>
                <Body />
              </Suspense>
            </div>
          )
        })}
      </div>
    </div>
  )
}
